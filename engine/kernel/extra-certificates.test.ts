import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownCertificate } from '../testing/own-certificate.ts'

const home = mkdtempSync(join(tmpdir(), 'extra-certificates-'))
const { certFile, key, cert } = ownCertificate(home, 'localhost')
const server = createServer({ key, cert }, (_, response) => response.end('trusted'))
beforeAll(async () => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(home, { recursive: true })
})

/** What a program with these settings in its --env-file gets from the server, in its first thread and in another. */
async function answers(settings: string): Promise<string> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  writeFileSync(join(home, 'settings.env'), settings)
  const program = join(home, 'program.mjs')
  writeFileSync(
    program,
    `import { isMainThread, Worker } from 'node:worker_threads'
    import { trustExtraCertificates } from ${JSON.stringify(join(import.meta.dirname, 'extra-certificates.ts'))}
    if (process.env.NODE_EXTRA_CA_CERTS) trustExtraCertificates(process.env.NODE_EXTRA_CA_CERTS)
    console.log(await fetch('https://localhost:${port}').then((answer) => answer.text(), ({ cause }) => cause.code))
    if (isMainThread) new Worker(new URL(import.meta.url))`,
  )
  const env = { PATH: process.env.PATH }
  const args = [`--env-file=${join(home, 'settings.env')}`, program]
  return (await promisify(execFile)(process.execPath, args, { env })).stdout
}

it('trusts an authority that a file of settings names, which Node reads too late for that', async () => {
  expect(await answers('')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT\nDEPTH_ZERO_SELF_SIGNED_CERT\n')
  expect(await answers(`NODE_EXTRA_CA_CERTS=${certFile}`)).toBe('trusted\ntrusted\n')
})

it.each([
  ['none.pem', 'should be a file that can be read'],
  ['key.pem', 'should be a file of certificates in PEM'],
])('says what is wrong with the file %s', async (name, words) => {
  await expect(answers(`NODE_EXTRA_CA_CERTS=${join(home, name)}`)).rejects.toThrow(words)
})
