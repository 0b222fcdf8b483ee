import { describe, expect, it } from 'vitest'
import { call, claimsOf } from './people.ts'
import { ethereumWallet, handIn, here, messageOf, signatureOf, solanaWallet } from './wallets.ts'

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const refused = (error_description: unknown) => ({ status: 400, body: { error: 'invalid_grant', error_description } })
const malformed = (message: unknown) => ({ status: 400, body: { code: 'validation_failed', message } })

describe.each([
  { name: 'Ethereum', prefix: 'siwe', newWallet: ethereumWallet },
  { name: 'Solana', prefix: 'siws', newWallet: solanaWallet },
])('a message signed by a wallet of $name', ({ name, prefix, newWallet }) => {
  it('signs its owner in to the same account every time', async () => {
    const wallet = newWallet()
    const { status, body } = await handIn(wallet, messageOf(wallet))
    expect(status).toBe(200)
    const subject = `web3:${wallet.chain}:${wallet.address}`
    expect(body.user).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [
        {
          provider: 'web3',
          id: subject,
          identity_data: {
            sub: subject,
            custom_claims: {
              address: wallet.address,
              chain: wallet.chain,
              network: wallet.chain === 'ethereum' ? '1' : 'mainnet',
              domain: 'wallets.test',
              statement: 'Come in.',
            },
          },
        },
      ],
    })
    expect(claimsOf(body)).toMatchObject({ aal: 'aal1', amr: [{ method: 'web3' }] })
    const again = await handIn(wallet, messageOf(wallet, { Statement: 'And again.' }))
    expect(again.body.user).toMatchObject({ id: body.user.id })
  })

  it('is refused with the signature of another wallet, or of another message', async () => {
    const [wallet, other] = [newWallet(), newWallet()]
    const message = messageOf(wallet)
    const mismatch = refused('Signature does not match address in message')
    expect(await handIn(wallet, message, signatureOf(other, message))).toMatchObject(mismatch)
    const changed = message.replace('Come in.', 'Come on.')
    expect(await handIn(wallet, changed, signatureOf(wallet, message))).toMatchObject(mismatch)
  })

  it.each([
    ['without HTTPS', { URI: 'http://wallets.test/' }, 'message is using URI which does not use HTTPS'],
    [
      'for another app',
      { URI: 'https://elsewhere.test/' },
      'message is using URI which is not allowed on this server, message was signed for another app',
    ],
    ['that begins later', { 'Not Before': minutesFromNow(5) }, 'message becomes valid in the future'],
    ['that is over', { 'Issued At': minutesFromNow(-2), 'Expiration Time': minutesFromNow(-1) }, 'message is expired'],
  ])('is refused %s', async (_why, lines, why) => {
    const wallet = newWallet()
    expect(await handIn(wallet, messageOf(wallet, lines))).toMatchObject(refused(`Signed ${name} ${why}`))
  })

  it.each([
    ['long ago', -11, 'was issued too long ago'],
    ['in the future', 11, 'was issued too far in the future'],
  ])('is refused when it was issued %s', async (_when, minutes, why) => {
    const wallet = newWallet()
    const message = messageOf(wallet, { 'Issued At': minutesFromNow(minutes) })
    expect(await handIn(wallet, message)).toMatchObject(refused(`${name} message ${why}`))
  })

  it('is refused where the domain that the wallet showed is another', async () => {
    const wallet = newWallet()
    const message = messageOf(wallet, {}, 'elsewhere.test')
    expect(await handIn(wallet, message)).toMatchObject(
      refused(expect.stringContaining('a Domain that does not match')),
    )
  })

  it.each([
    ['a version there is not', { Version: '2' }, 'Version value is not supported, expected 1 got "2"'],
    ['a chain there is not', { 'Chain ID': 'moon' }, 'Chain ID is not valid'],
    ['no time', { 'Issued At': 'today' }, 'Issued At is not a valid ISO8601 timestamp'],
    ['no address', { URI: 'sign-in' }, 'URI is not valid'],
    ['its end before its beginning', { 'Expiration Time': minutesFromNow(-5) }, 'Issued At is after Expiration Time'],
    ['a list of no addresses', { Resources: '\n- nowhere' }, 'Resource at position 0 has invalid URI'],
    ['two sites', { Nonce: `12345678\nURI: ${here}` }, 'encountered unparsable line at index 10'],
  ])('is refused with %s', async (_what, lines, why) => {
    const wallet = newWallet()
    expect(await handIn(wallet, messageOf(wallet, lines))).toMatchObject(malformed(`${prefix}: ${why}`))
  })

  it('needs a signature of its form', async () => {
    const wallet = newWallet()
    expect(await handIn(wallet, messageOf(wallet), 'abc')).toMatchObject(malformed(expect.stringMatching(/^signature/)))
  })
})

it('an address of Ethereum is one account in capitals too', async () => {
  const wallet = ethereumWallet()
  const { body } = await handIn(wallet, messageOf(wallet))
  const shouted = { ...wallet, address: `0x${wallet.address.slice(2).toUpperCase()}` }
  expect((await handIn(shouted, messageOf(shouted))).body.user).toMatchObject({ id: body.user.id })
})

it('other chains are refused', async () => {
  const { status, body } = await call('POST', '/token?grant_type=web3', { body: { chain: 'kaspa', message: 'a' } })
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'web3_unsupported_chain' } })
})
