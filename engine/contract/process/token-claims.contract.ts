import { join } from 'node:path'
import { expect, it } from 'vitest'
import { enginePerFile } from '../../testing/engine-per-file.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens } from '../../tokens/tokens.ts'

const { dataDir, url, start } = await enginePerFile('token-claims')

it('table access says which claim of a genuine token should be a number', async () => {
  await start()
  const { anonKey, sign } = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  for (const claim of ['exp', 'nbf', 'iat']) {
    const token = await sign({ sub: crypto.randomUUID(), role: 'authenticated', [claim]: 'soon' })
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/rest/v1/films`, { headers })
    const message = `The JWT '${claim}' claim must be a number`
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ code: 'PGRST303', message, details: null, hint: null })
    const told = `Bearer error="invalid_token", error_description="${message}"`
    expect(response.headers.get('www-authenticate')).toBe(told)
  }
})
