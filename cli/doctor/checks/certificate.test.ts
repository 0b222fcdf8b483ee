// The X.509 library needs this polyfill to be loaded first.
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createPlainServer, type Server } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as x509 from '@peculiar/x509'
import { afterAll, afterEach, expect, it } from 'vitest'
import { certificateFindings } from './certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

type Issuer = { certificate: x509.X509Certificate; keys: webcrypto.CryptoKeyPair }

const authority = await certificate('An authority', { isAuthority: true })
const before = getCACertificates()
setDefaultCACertificates([...before, authority.certificate.toString('pem')])
afterAll(() => setDefaultCACertificates(before))

let server: Server | undefined
afterEach(() => server?.close())

type CertificateOptions = { names?: string[]; validDays?: number; isAuthority?: boolean; issuer?: Issuer }

/**
 * Makes a certificate that is valid for `validDays` from now plus a day of slack; self-signed unless an issuer is
 * given.
 */
async function certificate(
  name: string,
  { names = [], validDays = 90, isAuthority = false, issuer }: CertificateOptions,
) {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer ? issuer.certificate.subject : `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - 100 * DAY_MS),
    notAfter: new Date(Date.now() + (validDays + 0.5) * DAY_MS),
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority),
      ...(names.length > 0
        ? [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value })))]
        : []),
    ],
  })
  return { certificate, keys }
}

/** The findings about a server that presents `shown`. */
async function foundOf(shown: Issuer) {
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', shown.keys.privateKey), 'PRIVATE KEY')
  return foundAt(createServer({ cert: shown.certificate.toString('pem'), key }, (socket) => socket.end()))
}

async function foundAt(started: Server) {
  server = started.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return certificateFindings(new URL(`https://localhost:${address.port}`))
}

const ours = { names: ['localhost'], issuer: authority }

it('finds nothing to say of one that is good for a while', async () => {
  expect(await foundOf(await certificate('localhost', ours))).toEqual([])
})

it('leaves an address that shows none to whoever asks it for something', async () => {
  expect(await foundAt(createPlainServer((socket) => socket.end('hello')))).toBeUndefined()
})

it('warns two weeks before its end, and says when it has ended', async () => {
  expect(await foundOf(await certificate('localhost', { ...ours, validDays: 5 }))).toEqual([
    expect.objectContaining({ state: 'warning', found: 'The certificate of localhost is valid for 5 more days.' }),
  ])
  expect(await foundOf(await certificate('localhost', { ...ours, validDays: -3 }))).toEqual([
    expect.objectContaining({
      state: 'problem',
      found: expect.stringMatching(/^The certificate of localhost has expired, on /),
    }),
  ])
})

it('says for whom it is, where that is somebody else', async () => {
  const another = { names: ['shop.test', 'www.shop.test'], issuer: authority }
  expect(await foundOf(await certificate('shop.test', another))).toEqual([
    {
      state: 'problem',
      found: 'The certificate of localhost is for shop.test, www.shop.test: browsers warn people off.',
      todo: expect.stringContaining('correct SITE_URL'),
    },
  ])
})

it('says that nobody trusts one that vouches for itself', async () => {
  expect(await foundOf(await certificate('localhost', { names: ['localhost'] }))).toEqual([
    {
      state: 'problem',
      found:
        'The certificate of localhost is trusted by nobody (DEPTH_ZERO_SELF_SIGNED_CERT): browsers warn people off.',
      todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    },
  ])
})

it('asks for the whole chain where what lies between is not shown', async () => {
  const between = await certificate('Between', { isAuthority: true, issuer: authority })
  expect(await foundOf(await certificate('localhost', { names: ['localhost'], issuer: between }))).toEqual([
    {
      state: 'problem',
      found: expect.stringContaining('(UNABLE_TO_VERIFY_LEAF_SIGNATURE): some programs refuse it'),
      todo: expect.stringContaining('fullchain.pem'),
    },
  ])
})
