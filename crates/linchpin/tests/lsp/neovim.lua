-- What somebody does in Neovim with a program that fails: looks at the fault, asks about a function, mends it.
-- `neovim.rs` runs it; the first thing that is not as expected ends Neovim with an error.

local said = {}
vim.lsp.handlers['window/showMessage'] = function(_, params)
  table.insert(said, params.message)
  return vim.NIL
end

local function await(what, condition)
  assert(vim.wait(60000, condition, 20), what .. ' did not come')
end

local function session()
  await('the fault', function() return #vim.diagnostic.get(0) == 1 end)
  local fault = vim.diagnostic.get(0)[1]
  assert(fault.lnum == 5 and fault.col == 11, vim.inspect(fault))
  assert(fault.source == 'linchpin' and fault.severity == vim.diagnostic.severity.ERROR)
  assert(#fault.user_data.lsp.relatedInformation >= 2, vim.inspect(fault.user_data))

  await('the lens', function() return #vim.lsp.codelens.get(0) == 1 end)
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  vim.lsp.codelens.run()
  await('what was found of the function', function() return #said == 1 end)
  assert(said[1]:match('^`main` of a.c: FALSE%(unreach%-call%): line 6: '), said[1])

  vim.api.nvim_buf_set_lines(0, 4, 5, true, {})
  vim.cmd('write')
  await('the end of the fault', function() return #vim.diagnostic.get(0) == 0 end)
end

local is_fine, complaint = xpcall(session, debug.traceback)
if not is_fine then
  io.stderr:write(complaint .. '\n' .. vim.inspect(vim.diagnostic.get(0)) .. '\n')
end
vim.cmd(is_fine and 'quitall!' or 'cquit')
