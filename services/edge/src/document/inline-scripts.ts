/** The few lines that run before the shell's scripts do. The policy of the document names each by its hash. */
import { BEACONS_PATH, COMPOSITION_ELEMENT_ID, SHELL_FALLBACK_COOKIE } from '@site/contracts/names';
import type { AuthParams } from '@site/contracts/params';
import { scriptJson } from './escape';
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
 * The policy of Trusted Types: scripts come from this site and the given origins only, and no text becomes markup. Empty text may: emptying
 * an element is how libraries clear it.
 */
export const trustedTypesPolicy = (scriptOrigins: readonly string[]): string =>
  `window.trustedTypes?.createPolicy('default',{createScriptURL:u=>[location.origin,...${scriptJson(scriptOrigins)}]` +
  `.includes(new URL(u,location.href).origin)?u:null,createHTML:t=>t===''?t:null})`;

/**
 * Notes the buttons that are pressed while nothing answers yet, each once, for the shell to press when it does. A form is kept from being sent
 * by the browser alone. Links need none of this.
 */
export const earlyPresses =
  `{const buttons=new Set,note=e=>{const button=e.target.closest('button');if(!e.isTrusted||!button)return;buttons.add(button);` +
  `if(button.form)e.preventDefault()};addEventListener('click',note,true);` +
  `window.siteEarlyPresses={buttons,stop:()=>removeEventListener('click',note,true)}}`;

/** The attribute of a title that stands in until the browser renders the page's own. */
export const INTERIM_TITLE = 'data-interim';

/** Removes the interim title as soon as the page brings its own: of two titles, browsers show the first. */
export const interimTitleRemoval =
  `new MutationObserver((_,o)=>{const t=document.head.querySelectorAll('title');if(t.length>1){` +
  `document.head.querySelector('title[${INTERIM_TITLE}]')?.remove();o.disconnect()}}).observe(document.head,{childList:true})`;

/**
 * Reports a shell that does not start. Where another version can take over, the cookie asks the edge for it, and the document is loaded once more
 * as soon as the first script of that version is there: without the shell, nothing in the document can be used. A version is noted once, so
 * reloading ends.
 */
const failure =
  `const id=Math.random().toString(36).slice(2),composition=()=>JSON.parse(document.getElementById('${COMPOSITION_ELEMENT_ID}').textContent);` +
  `let wait;const fallBack=()=>{clearTimeout(wait);const{version,fallback}=composition().shell;if(!fallback)return;` +
  `const failed=()=>/(?:^|; )(?:__Host-)?${SHELL_FALLBACK_COOKIE}=([^;]*)/.exec(document.cookie)?.[1].split('_')??[],` +
  `[prefix,secure]=location.protocol==='https:'?['__Host-',';secure']:['',''];` +
  `if(failed().includes(version))return;` +
  `document.cookie=prefix+'${SHELL_FALLBACK_COOKIE}='+[...failed(),version].join('_')+';path=/;max-age=600;samesite=lax'+secure;` +
  // Where cookies are refused, the same version would come again; where that one does not come either, what is rendered stays in view.
  `if(failed().includes(version))fetch(fallback.entries[0].url).then(r=>r.ok&&location.reload(),()=>{})};` +
  `const fail=message=>{const{environment,revision,seal,shell:{version}}=composition();navigator.sendBeacon('${BEACONS_PATH}',JSON.stringify({` +
  `kind:'load-failure',environment,revision,name:'shell',version,route:null,message:message.slice(0,500),seal,document:id}));fallBack()};`;

/**
 * What the shell says to its document, which is declared in `shell/src/start-shell.tsx`. The document waits for `done` from `begin` on only: a shell
 * from before this was here says neither. It waits in two halves, so that a device which sleeps through one of them has the other.
 */
const signals =
  `window.siteStart={document:id,fail,fallBack,done:()=>clearTimeout(wait),` +
  `begin:()=>{wait=setTimeout(()=>{wait=setTimeout(fail,4e3,'It did not start within 8 seconds.')},4e3)}};`;

/**
 * Loads the shell's scripts in their order. One that fails, such as one that the browser keeps damaged, is fetched past the browser's cache and
 * loaded once more. What the scripts throw until the last of them has run keeps the shell from starting; later errors are the shell's to report.
 */
const loadScripts = (scripts: readonly { url: string; integrity: string | null }[]): string =>
  `${failure}${signals}const scripts=${scriptJson(scripts)},thrown=e=>{if(scripts.some(one=>e.filename?.endsWith(one.url)))fail(e.message)};` +
  `let left=scripts.length;addEventListener('error',thrown);` +
  `const load=(one,again)=>{const{url,integrity}=one,script=document.createElement('script');script.async=false;` +
  `script.crossOrigin='anonymous';if(integrity)script.integrity=integrity;script.onload=()=>{if(--left===0)removeEventListener('error',thrown)};` +
  `script.onerror=()=>again?fail(url):fetch(url,{cache:'reload'})` +
  `.then(r=>r.arrayBuffer()).then(()=>load(one,true),()=>navigator.onLine&&fail(url));script.src=url;document.head.append(script)};` +
  `for(const one of scripts)load(one)`;

type Scripts = Parameters<typeof loadScripts>[0];

/** Starts the shell at once. */
export const start = (scripts: Scripts): string => `{${loadScripts(scripts)}}`;

/**
 * Starts the shell, with `policy` before it, once the rendered page has been painted: on a fast network its scripts would arrive first, and
 * hold up the painting. A page in the background is not painted, so it starts at once; and whatever happens, it starts within a second.
 */
export const startAfterPaint = (scripts: Scripts, policy: string): string =>
  `{let started=false;const start=()=>{if(started)return;started=true;${policy};${loadScripts(scripts)}};` +
  `if(document.hidden)start();else{requestAnimationFrame(()=>setTimeout(start));setTimeout(start,1e3)}}`;

/** Reloads open pages when a development server announces a rebuild that it cannot swap in by itself. */
export const developmentReload = (eventsUrl: string): string =>
  `new EventSource(${scriptJson(eventsUrl)}).addEventListener('change',()=>location.reload())`;
