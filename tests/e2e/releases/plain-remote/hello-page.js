/** A page of a remote that knows nothing of this repository but which React it gets. */
import { createElement, lazy, Suspense, useState } from 'react';

const Greeting = lazy(async () => ({ default: (await import('./greeting.js')).Greeting }));

export default function HelloPage() {
  const [presses, setPresses] = useState(0);
  return createElement(
    'section',
    null,
    createElement('h1', null, 'Built by webpack alone'),
    createElement('button', { type: 'button', onClick: () => setPresses(presses + 1) }, `Pressed ${presses} times`),
    presses > 0 && createElement(Suspense, null, createElement(Greeting)),
  );
}
