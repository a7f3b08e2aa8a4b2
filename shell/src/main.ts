/**
 * Entry of the shell's browser bundle. What the shell stands on is evaluated piece by piece, each in a task of its own: in one go it would
 * keep the rendered page from answering for as long as all of them take.
 */
import { nextTask } from './next-task';

async function start(): Promise<void> {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@site/ui/system');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@site/ui');
  await nextTask();
  const { startFederatedShell } = await import(/* webpackMode: "eager" */ './federated-shell');
  await nextTask();
  startFederatedShell();
}

window.siteStart?.begin();
start().catch((error: unknown) => {
  // The document, whose listener is for what scripts throw while they run, does not see it.
  window.siteStart?.fail(String(error));
  throw error;
});
