import { createElement } from 'react';

export const Greeting = () => createElement('p', null, 'From a chunk of its own');
