import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [out,width,scale,...names]=process.argv.slice(2);
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']});
const p=await b.newPage({viewport:{width:1900,height:600}});
const w=Number(scale);
await p.setContent('<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start">'+names.map(n=>`<div style="width:${w}px;max-height:1100px;overflow:hidden"><div style="font:12px sans-serif;background:#ff0">${n}</div><img style="width:${w}px" src="data:image/png;base64,${readFileSync(`screenshots/${width}/${n}.png`).toString('base64')}"></div>`).join('')+'</body>');
await p.screenshot({path:out,fullPage:true});
await b.close();
