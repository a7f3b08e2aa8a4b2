/** The few lines that run before the shell's scripts do. The policy of the document names each by its hash. */
import type { AuthParams } from '@site/contracts/params';
import { scriptJson } from './escape';
import { FAILED_START_PATH } from './failed-start';
import { preloadOf, type VerifiedFile } from './preloaded-files';

/**
 * Marks the document of a browser that has a session, so that the shell's style sheet can hide "Sign in" in markup that was rendered for
 * visitors. The key is the one under which Amplify keeps the last user.
 * @param files Preloaded in such a browser only.
 */
export const sessionMark = ({ userPoolClientId }: AuthParams, files: readonly VerifiedFile[] = []): string =>
  `try{if(localStorage.getItem(${scriptJson(`CognitoIdentityServiceProvider.${userPoolClientId}.LastAuthUser`)})){` +
  `document.documentElement.dataset.session='member'${files.length > 0 ? `;${preload(files)}` : ''}}}catch{}`;

const preload = (files: readonly VerifiedFile[]): string =>
  `for(const file of ${scriptJson(files.map(preloadOf))})document.head.append(Object.assign(document.createElement('link'),file))`;

/**
 * As the head has preloaded the first script, which it must have: a copy of its link takes fewer bytes of the document.
 * @returns A statement that follows another one.
 */
const preloadLikeFirst = (files: readonly VerifiedFile[]): string => {
  if (files.length === 0) return '';
  const links = files.map(preloadOf).map(({ as, href, integrity }) => ({ href, integrity, ...(as !== 'script' && { as }) }));
  return `;for(const one of ${scriptJson(links)})document.head.append(Object.assign(document.querySelector('[as=script]').cloneNode(),one))`;
};

/**
 * The policy of Trusted Types: scripts come from this site and the given origins only, and no text becomes markup. Empty text may: emptying
 * an element is how libraries clear it.
 */
export const trustedTypesPolicy = (scriptOrigins: readonly string[]): string =>
  `window.trustedTypes?.createPolicy('default',{createScriptURL:u=>[${['location.origin', ...scriptOrigins.map(scriptJson)].join()}]` +
  `.includes(new URL(u,location).origin)?u:null,createHTML:t=>t?null:t})`;

/**
 * Notes the buttons that are pressed while nothing answers yet, each once, for the shell to press when it does. A form is kept from being sent
 * by the browser alone. Links need none of this.
 */
export const earlyPresses =
  `{const buttons=new Set,note=e=>{const b=e.target.closest('button');if(!e.isTrusted||!b)return;buttons.add(b);` +
  `if(b.form)e.preventDefault()};addEventListener('click',note,true);` +
  `window.siteEarlyPresses={buttons,stop:()=>removeEventListener('click',note,true)}}`;

/** The attribute of a title that stands in until the browser renders the page's own. */
export const INTERIM_TITLE = 'data-interim';

/** Removes the interim title as soon as the page brings its own: of two titles, browsers show the first. */
export const interimTitleRemoval =
  `new MutationObserver((_,o)=>{const t=document.head.querySelectorAll('title');if(t.length>1){` +
  `document.head.querySelector('title[${INTERIM_TITLE}]')?.remove();o.disconnect()}}).observe(document.head,{childList:true})`;

interface ShellScript {
  url: string;
  /** Null for one of a development server. */
  integrity: string | null;
}

/** As an element has them. */
const propertiesOf = ({ url, integrity }: ShellScript) => ({ src: url, ...(integrity !== null && { integrity }) });

/**
 * Loads the shell's scripts in their order, and notices a shell that does not start: a script that does not load, what the scripts throw until the
 * last of them has run (later errors are the shell's to report), and a start that has begun and does not end within eight seconds. It waits for that
 * in two halves, so that a device which sleeps through one of them has the other. What follows from a failure is in `failed-start.ts`, which is loaded
 * for it. `siteStart` is what both of them use; the part of the shell is declared in `shell/src/start-shell.tsx`.
 */
const loadScripts = (scripts: readonly ShellScript[]): string =>
  `const scripts=${scriptJson(scripts.map(propertiesOf))},failures=[],` +
  `append=p=>document.head.append(Object.assign(document.createElement('script'),p)),` +
  `failed=(...f)=>{clearTimeout(wait);failures.push(f);append({src:'${FAILED_START_PATH}'})},` +
  `thrown=e=>{if(scripts.some(({src})=>e.filename?.endsWith(src)))failed(e.message)},` +
  `load=(one,onerror)=>append({async:false,crossOrigin:'anonymous',...one,onerror,` +
  `onload(){if(--left===0)removeEventListener('error',thrown)}});` +
  `let wait,left=scripts.length;addEventListener('error',thrown);` +
  `window.siteStart={document:Math.random().toString(36).slice(2),failures,load,fail:failed,fallBack:()=>failed(),done:()=>clearTimeout(wait),` +
  `begin:()=>{wait=setTimeout(()=>{wait=setTimeout(failed,4e3,null)},4e3)}};` +
  `for(const one of scripts)load(one,()=>failed(one.src,one))`;

/** Starts the shell at once. */
export const start = (scripts: readonly ShellScript[]): string => `{${loadScripts(scripts)}}`;

/**
 * Starts the shell, with `policy` before it, once the rendered page has been painted: on a fast network its scripts would arrive first, and
 * hold up the painting. A page in the background is not painted, so it starts at once; and whatever happens, it starts within a second.
 * @param files What the page needs beside scripts that the head has asked for. It is asked for when the shell starts, and comes while that is
 *   evaluated.
 */
export const startAfterPaint = (scripts: readonly ShellScript[], policy: string, files: readonly VerifiedFile[]): string =>
  `{let started;const start=()=>{if(started)return;started=true;${policy};${loadScripts(scripts)}${preloadLikeFirst(files)}};` +
  `if(document.hidden)start();else{requestAnimationFrame(()=>setTimeout(start));setTimeout(start,1e3)}}`;

/** Reloads open pages when a development server announces a rebuild that it cannot swap in by itself. */
export const developmentReload = (eventsUrl: string): string =>
  `new EventSource(${scriptJson(eventsUrl)}).addEventListener('change',()=>location.reload())`;
