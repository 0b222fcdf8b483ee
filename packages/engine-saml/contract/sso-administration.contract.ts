import { randomUUID } from 'node:crypto'
import { call, engine } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { administerSso, handIn, samlIdentityProvider, service } from './saml-identity-provider.ts'

describe('administrators of single sign-on', () => {
  it('keep the organisations that have an identity provider', async () => {
    const west = samlIdentityProvider('west')
    const created = await administerSso('POST', '', {
      type: 'saml',
      metadata_xml: west.metadata,
      domains: [west.domain],
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        saml: { entity_id: west.entityId, metadata_xml: west.metadata, attribute_mapping: {} },
        domains: [{ domain: west.domain }],
        created_at: expect.stringMatching(/Z$/),
      },
    })
    const { id } = created.body
    expect(await administerSso('GET', `/${id}`)).toMatchObject({ status: 200, body: created.body })
    const { items } = (await administerSso('GET')).body
    const listed = items.find((item: { id: string }) => item.id === id)
    expect(listed.saml).toEqual({ entity_id: west.entityId, attribute_mapping: {} })

    const domains = [`other.${west.domain}`]
    const mapping = { keys: { name: { name: 'cn' } } }
    const changed = await administerSso('PUT', `/${id}`, { domains, attribute_mapping: mapping, disabled: true })
    expect(changed.body).toMatchObject({
      domains: [{ domain: domains[0] }],
      disabled: true,
      saml: { attribute_mapping: mapping },
    })
    expect(await call('POST', '/sso', { body: { domain: domains[0] } })).toMatchObject({
      status: 404,
      body: { code: 'sso_provider_disabled' },
    })
    const thief = { id: randomUUID(), email: `thief@${west.domain}` }
    expect((await handIn(west.answer(thief, undefined), '')).query.error_code).toBe('sso_provider_disabled')

    expect(await administerSso('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { id } })
    expect(await administerSso('GET', `/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'sso_provider_not_found', message: 'SSO Identity Provider not found' },
    })
  })

  it.each([
    [{ type: 'oidc' }, "Only 'saml' supported for SSO provider type"],
    [{ type: 'saml' }, 'Either metadata_xml or metadata_url must be set'],
    [
      { type: 'saml', metadata_xml: 'x', metadata_url: 'y' },
      'Only one of metadata_xml or metadata_url needs to be set',
    ],
    [{ type: 'saml', metadata_url: 'http://idp.test/' }, 'metadata_url is not a HTTPS URL'],
    [{ type: 'saml', metadata_url: 'nowhere' }, 'metadata_url is not a valid URL'],
    [{ type: 'saml', metadata_xml: 'no xml' }, 'SAML Metadata is not valid XML'],
    [
      { type: 'saml', metadata_xml: samlIdentityProvider('any').metadata, name_id_format: 'any' },
      'name_id_format must be unspecified or one of',
    ],
  ])('cannot add %o', async (body, message) => {
    expect(await administerSso('POST', '', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining(message) },
    })
  })

  it('cannot give one organisation’s name or domain to another', async () => {
    const south = samlIdentityProvider('south')
    const asked = { type: 'saml', metadata_xml: south.metadata, domains: [south.domain] }
    const { body: first } = await administerSso('POST', '', asked)
    expect(await administerSso('POST', '', { ...asked, domains: [] })).toMatchObject({
      status: 422,
      body: { code: 'saml_idp_already_exists' },
    })
    const east = samlIdentityProvider('east')
    const body = { type: 'saml', metadata_xml: east.metadata, domains: [south.domain.toUpperCase()] }
    expect(await administerSso('POST', '', body)).toMatchObject({
      status: 400,
      body: { code: 'sso_domain_already_exists' },
    })
    expect(await administerSso('PUT', `/${first.id}`, { metadata_xml: east.metadata })).toMatchObject({
      status: 400,
      body: { code: 'saml_entity_id_mismatch' },
    })
  })

  it('are the only ones who do', async () => {
    expect(await call('GET', '/admin/sso/providers', { token: engine.anonKey })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
  })

  it('get the service’s own metadata for the other side', async () => {
    const response = await fetch(`${service}/sso/saml/metadata?download=true`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/xml')
    expect(response.headers.get('content-disposition')).toContain('metadata.xml')
    const metadata = await response.text()
    expect(metadata).toContain(`entityID="${service}/sso/saml/metadata"`)
    expect(metadata).toContain(`Location="${service}/sso/saml/acs"`)
    expect((await call('GET', '/settings')).body.saml_enabled).toBe(true)
  })
})
