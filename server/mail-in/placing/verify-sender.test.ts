import { createHash, generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'
import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { isSignedBySender } from './verify-sender.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const MARIA = 'maria@cornerbakery.example'
const MAIL = 'From: Maria <maria@cornerbakery.example>\r\nSubject: Re: The menu\r\n\r\nAll good.\r\n'

/** The name server of the bakery, which knows its one key. */
const resolver = async (name: string) => {
  if (name !== 'mail._domainkey.cornerbakery.example')
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
}
const silent = () => Promise.reject(Object.assign(new Error('timed out'), { code: 'ETIMEOUT' }))

async function signed(mail: string, signingDomain = 'cornerbakery.example', maxBodyLength?: number) {
  const key = { signingDomain, selector: 'mail', privateKey, ...(maxBodyLength !== undefined && { maxBodyLength }) }
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] })
  return Buffer.from(signatures + mail)
}

it('[incoming-mail.md#confirmed] confirms a mail that the domain of its sender has signed', async () => {
  expect(await isSignedBySender(await signed(MAIL), MARIA, resolver)).toBe(true)
})

it('[incoming-mail.md#confirmed] does not confirm a mail without a valid signature of that domain', async () => {
  const changed = Buffer.from((await signed(MAIL)).toString().replace('All good.', 'All bad.'))
  const byAnother = Buffer.from((await signed(MAIL)).toString().replace('@cornerbakery', '@hilltopdental'))
  for (const mail of [Buffer.from(MAIL), changed, byAnother])
    expect(await isSignedBySender(mail, MARIA, resolver)).toBe(false)
})

it('[incoming-mail.md#confirmed] takes a mail as unconfirmed while the name server does not answer', async () => {
  expect(await isSignedBySender(await signed(MAIL), MARIA, silent)).toBe(false)
})

it('[incoming-mail.md#confirmed] does not confirm a mail whose end is not signed', async () => {
  const whole = await signed(MAIL, undefined, 'All good.\r\n'.length)
  expect(await isSignedBySender(whole, MARIA, resolver)).toBe(true)
  expect(await isSignedBySender(Buffer.concat([whole, Buffer.from('Delete everything.\r\n')]), MARIA, resolver)).toBe(
    false,
  )
})

it('[incoming-mail.md#confirmed] does not confirm a mail with several senders', async () => {
  const two = MAIL.replace('<maria@cornerbakery.example>', '$&, Eve <eve@cornerbakery.example>')
  expect(await isSignedBySender(await signed(two), MARIA, resolver)).toBe(false)
})

it('[incoming-mail.md#confirmed] does not confirm a mail that is placed by another address than the one that signed', async () => {
  const eve = '@hilltopdental.example'
  const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
  const hostile = [
    `From: Maria <${MARIA}(${eve}>\r\nSubject: Re: The menu\r\n\r\nAll bad.\r\n`,
    `X: y\n\rFrom: Maria <${MARIA}>\r\nFrom: Eve <eve${eve}>\r\nSubject: Re: The menu\r\n\r\nAll bad.\r\n`,
  ]
  for (const text of hostile) {
    const source = await signed(text, 'hilltopdental.example')
    const { from } = await parseMail(source)
    expect(from.address).toBe(MARIA)
    expect(await isSignedBySender(source, from.address, async () => [[key]])).toBe(false)
  }
  const legitimate = await signed(MAIL.replace('Maria <maria@', '<Maria@'))
  expect(await isSignedBySender(legitimate, (await parseMail(legitimate)).from.address, resolver)).toBe(true)
})

it('[incoming-mail.md#confirmed] asks the name servers about a few of a thousand signatures', async () => {
  const asked: string[] = []
  const bodyHash = createHash('sha256').update('All good.\r\n').digest('base64')
  const signature = (number: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=cornerbakery.example; s=s${number}; h=from; ` +
    `bh=${bodyHash}; b=AAAA\r\n`
  const mail = Array.from({ length: 1000 }, (_, number) => signature(number)).join('') + MAIL
  const counting = (name: string) => {
    asked.push(name)
    return silent()
  }
  expect(await isSignedBySender(Buffer.from(mail), MARIA, counting)).toBe(false)
  expect(asked).toHaveLength(10)
})
