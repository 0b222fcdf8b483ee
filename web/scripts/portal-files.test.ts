import { expect, it } from 'vitest'
import { portalFiles } from './portal-files.ts'

const files: Record<string, string> = {
  'dashboard/index.html':
    '<link href="/assets/manifest-1.js"><link href="/assets/portal-a.js"><link href="/assets/portal-a.css">',
  'dashboard/clients/index.html': '<link href="/assets/clients-b.js">',
  'assets/manifest-1.js': 'window.manifest={"module":"/assets/home-of-the-website.js"}',
  'assets/portal-a.js': 'import"./react-c.js";',
  'assets/portal-a.css': '@font-face{src:url(/assets/text-d.woff2)}',
  'assets/clients-b.js': 'import("./dialog-e.js");const deps=["assets/dialog-e.js","assets/react-c.js"]',
  'assets/dialog-e.js': '',
  'assets/react-c.js': '',
}

it('[shell.md#offline] keeps what the pages load at once and later, and nothing of the website', async () => {
  const kept = await portalFiles(['dashboard/index.html', 'dashboard/clients/index.html'], async (file) => {
    const text = files[file]
    if (text === undefined) throw new Error(`${file} is not to be read`)
    return text
  })
  const names = [
    'clients-b.js',
    'dialog-e.js',
    'manifest-1.js',
    'portal-a.css',
    'portal-a.js',
    'react-c.js',
    'text-d.woff2',
  ]
  expect(kept).toEqual(names.map((name) => `/assets/${name}`))
})
