import { createTestBed } from 'engine/testing/features'
import { expect, it } from 'vitest'

const bed = await createTestBed()

const okta = (settings: string) => `[auth.external.okta]\nenabled = true\nclient_id = "ours"\n${settings}`

it('says of a provider that is down that it does not answer, and remembers nothing', async () => {
  const service = await bed.service({ toml: okta('secret = "x"\nurl = "http://127.0.0.1:1"') })
  expect(await service.call('GET', '/authorize?provider=okta')).toMatchObject({
    status: 500,
    body: { code: 'unexpected_failure', message: 'The provider does not answer' },
  })
  expect(await bed.sql('select from auth.flow_state')).toHaveLength(0)
})

it('offers nobody by default, and nobody who cannot be used', async () => {
  for (const toml of ['', okta('url = "https://okta.test"'), okta('secret = "x"')]) {
    const { body } = await (await bed.service({ toml })).call('GET', '/settings')
    const { email, phone, anonymous_users, ...external } = body.external
    expect(Object.entries(external).filter(([, offered]) => offered)).toEqual([])
    expect(body.saml_enabled).toBe(false)
  }
})

it('refuses an address that starts too many, and not those who come back', async () => {
  const service = await bed.service({ rateLimits: true, toml: `[auth.rate_limit]\ntoken_refresh = 2\n${okta('')}` })
  for (let i = 0; i < 2; i++) expect((await service.call('GET', '/authorize?provider=okta')).status).toBe(400)
  expect(await service.call('GET', '/authorize?provider=okta')).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit' },
  })
  expect((await service.call('GET', '/callback?state=x')).status).toBe(303)
})
