/**
 * The only script of the hosted pages. A form with `data-passkey` is sent with what the browser makes of a passkey: a new one (`create`), or a
 * signature of one that exists (`get`), by the options that the page carries.
 */
const UNSUPPORTED = 'This browser cannot use passkeys.';
const NOT_USED = 'No passkey was used. You can try again.';
const KNOWN = 'This device already has a passkey for your account.';

/** Suggestions wait until somebody chooses one; any other request ends that. */
let suggesting = new AbortController();

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(form);
  });
  if ('suggest' in form.dataset) void suggest(form);
}

/** @param {HTMLFormElement} form */
async function run(form) {
  const status = form.querySelector('[role=status]');
  status.textContent = '';
  if (typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function') {
    status.textContent = UNSUPPORTED;
    return;
  }
  suggesting.abort();
  try {
    send(form, await ceremony(form));
  } catch (error) {
    status.textContent = error.name === 'InvalidStateError' ? KNOWN : NOT_USED;
    if ('suggest' in form.dataset) void suggest(form);
  }
}

/**
 * Lets the browser offer passkeys where the address is typed.
 * @param {HTMLFormElement} form
 */
async function suggest(form) {
  if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
  suggesting = new AbortController();
  const waiting = ceremony(form, { mediation: 'conditional', signal: suggesting.signal });
  // Ended by the button, or refused by the browser: the page is as good without.
  await waiting.then((credential) => send(form, credential)).catch(() => undefined);
}

/**
 * @param {HTMLFormElement} form
 * @param {CredentialRequestOptions} how
 * @returns {Promise<PublicKeyCredential>}
 */
function ceremony(form, how = {}) {
  const options = JSON.parse(form.dataset.options);
  return form.dataset.passkey === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), ...how });
}

/**
 * @param {HTMLFormElement} form
 * @param {PublicKeyCredential} credential
 */
function send(form, credential) {
  form.elements.namedItem('answer').value = JSON.stringify(credential.toJSON());
  form.submit();
}
