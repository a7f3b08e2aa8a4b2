/** In the place of the sentences of Module Federation's errors: a code, which its documentation explains, and what the error is about. */
export const getShortErrorMsg = (code: string, _sentences: unknown, about?: unknown, cause?: string): string =>
  [`#${code}`, about && JSON.stringify(about), cause].filter(Boolean).join(' ');

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
