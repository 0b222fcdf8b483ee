import { chromium } from '@playwright/test'
import { chromiumExecutable } from './chromium.ts'
const [,, base, out, pathsArg, widthsArg, mode] = process.argv
const browser = await chromium.launch(await chromiumExecutable())
for (const w of widthsArg!.split(',').map(Number)) for (const p of pathsArg!.split(',')) {
  const ctx = await browser.newContext({ viewport: { width: w, height: w < 600 ? 844 : w > 1500 ? 1080 : 800 } })
  const page = await ctx.newPage()
  await page.goto(base + p); await page.waitForTimeout(900)
  if (mode !== 'top') { await page.evaluate(async () => { for (let y=0; y<document.body.scrollHeight; y+=600){ window.scrollTo(0,y); await new Promise(r=>setTimeout(r,60)) } window.scrollTo(0,0) }); await page.waitForTimeout(400) }
  await page.screenshot({ path: `${out}/${p.replace(/\//g,'_')||'_'}-${w}.png`, fullPage: mode !== 'top' })
  await ctx.close()
}
await browser.close()
