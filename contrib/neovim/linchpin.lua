-- Linchpin in Neovim 0.7 and later: `:source` this file, or copy it into your configuration.
--
-- Diagnostics come when a C file is opened or saved; invariants are shown at loops where Neovim can show
-- hints (0.10 and later); `<leader>v` verifies the function in whose first line the cursor stands.

local config = {
  name = 'linchpin',
  cmd = { 'linchpin', 'lsp' }, -- `'--time', '60'` for more than 20 seconds each
  root_dir = vim.fn.getcwd(),
}

function config.on_attach(_, buffer)
  if vim.lsp.inlay_hint then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  vim.lsp.codelens.refresh()
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    buffer = buffer,
    callback = function() vim.lsp.codelens.refresh() end,
  })
  vim.keymap.set('n', '<leader>v', vim.lsp.codelens.run, { buffer = buffer, desc = 'Verify this function' })
end

local client -- of Neovim 0.7, which cannot find it itself
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'c',
  callback = function(event)
    if vim.lsp.start then
      vim.lsp.start(config)
    else
      client = client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, client)
    end
  end,
})
