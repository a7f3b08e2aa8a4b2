/** For the renderer: the router of a document that is rendered ahead of time. Browsers never load it. */
export { StaticRouter } from 'react-router-dom';
