import { createElement } from 'react';

const Greeting = () => createElement('p', null, 'From a chunk of its own');
export { Greeting as default };
