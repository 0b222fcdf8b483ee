import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { chromiumExecutable } from './chromium.ts'
const [,, out, h, ...files] = process.argv
const browser = await chromium.launch(await chromiumExecutable())
const page = await browser.newPage({ viewport: { width: 100, height: 100 } })
const H = Number(h)
const srcs = files.map((f) => 'data:image/png;base64,' + readFileSync(f).toString('base64'))
const size = await page.evaluate(async ({ srcs, H }) => {
  document.body.style.cssText = 'margin:0;background:#888;display:flex;gap:16px;align-items:flex-start;width:max-content'
  for (const s of srcs) { const i = new Image(); i.src = s; await i.decode()
    for (let y = 0; y < i.naturalHeight; y += H) { const d = document.createElement('div'); d.style.cssText = `width:${i.naturalWidth}px;height:${Math.min(H, i.naturalHeight - y)}px;background:url(${s}) 0 -${y}px`; document.body.append(d) } }
  return { w: document.body.scrollWidth, h: H }
}, { srcs, H })
await page.setViewportSize({ width: size.w, height: size.h })
await page.screenshot({ path: out })
await browser.close()
