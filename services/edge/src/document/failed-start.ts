/** What documents load when their shell does not start: nearly none of them, so none of them carries it. */
import { BEACONS_PATH, COMPOSITION_ELEMENT_ID, SHELL_FALLBACK_COOKIE } from '@site/contracts/names';

/** Without a hash of its contents: a document may have been made by an edge that has another version of it. */
export const FAILED_START_PATH = '/_edge/failed-start.js';

/**
 * Goes through what has failed: a message, null for a start that takes too long, or nothing where the shell has reported it; and the script that it is
 * about, if any. A script that fails for the first time, such as one that the browser keeps damaged, is fetched past the browser's cache and loaded once
 * more. Anything else is reported, and where another version of the shell can take over, the cookie asks the edge for it, and the document is loaded once more as soon as the
 * first script of that version is there: without the shell, nothing in the document can be used. A version is noted once, so reloading ends.
 * Firefox ends what a document loads as soon as somebody leaves it, and calls it a failure: what fails then is loaded again where they stay after all.
 */
export const failedStart =
  `{const{document:id,failures,load}=window.siteStart,` +
  `{environment,revision,seal,shell:{version,fallback}}=JSON.parse(document.getElementById('${COMPOSITION_ELEMENT_ID}').textContent),` +
  `report=message=>navigator.sendBeacon('${BEACONS_PATH}',JSON.stringify({` +
  `kind:'load-failure',environment,revision,name:'shell',version,route:null,` +
  `message:(message??'It did not start within 8 seconds.').slice(0,500),seal,document:id})),` +
  `noted=()=>/(?:^|; )(?:__Host-)?${SHELL_FALLBACK_COOKIE}=([^;]*)/.exec(document.cookie)?.[1].split('_')??[],` +
  `fallBack=()=>{if(!fallback||noted().includes(version))return;` +
  `const[prefix,secure]=location.protocol==='https:'?['__Host-',';secure']:['',''];` +
  `document.cookie=prefix+'${SHELL_FALLBACK_COOKIE}='+[...noted(),version].join('_')+';path=/;max-age=600;samesite=lax'+secure;` +
  // Where cookies are refused, the same version would come again; where that one does not come either, what is rendered stays in view.
  `if(noted().includes(version))fetch(fallback.entries[0].url).then(r=>r.ok&&location.reload(),()=>{})},` +
  `fail=message=>{if(message!==undefined)report(message);fallBack()},` +
  `failUnlessLeft=one=>performance.now()-leftAt<2e3?setTimeout(loadAgain,2e3,one):fail(one.src),` +
  `loadAgain=one=>fetch(one.src,{cache:'reload'}).then(r=>r.arrayBuffer())` +
  `.then(()=>load(one,()=>failUnlessLeft(one)),()=>navigator.onLine&&failUnlessLeft(one));` +
  `let leftAt=-1e9;addEventListener('beforeunload',()=>leftAt=performance.now());` +
  `for(const[message,script]of failures.splice(0))script?loadAgain(script):fail(message)}`;
