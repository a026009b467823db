// Linchpin in VS Code: starts `linchpin lsp` and leaves the rest to the protocol. The commands of lenses are
// registered by the client library, from what the server offers.

const { commands, window, workspace } = require('vscode');
const { ExecuteCommandRequest, LanguageClient } = require('vscode-languageclient/node');

let client;

async function activate(context) {
  const settings = workspace.getConfiguration('linchpin');
  const server = {
    command: settings.get('path'),
    args: ['lsp', '--time', String(settings.get('time'))],
  };
  const selector = [{ scheme: 'file', language: 'c' }];
  client = new LanguageClient('linchpin', 'Linchpin', server, { documentSelector: selector });
  const verify = commands.registerCommand('linchpin.verifyCurrentFile', async () => {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    if (document.isDirty) await document.save();
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    const params = { command: 'linchpin.verifyFile', arguments: [uri] };
    await client.sendRequest(ExecuteCommandRequest.type, params);
  });
  context.subscriptions.push(verify);
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
