/** Those that visitors and members see. */
export const REMOTES = ['mf-marketing', 'mf-elevate', 'mf-auth'];
