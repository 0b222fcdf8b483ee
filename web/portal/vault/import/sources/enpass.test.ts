import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it.each([
    ['without headings', ''],
    ['with headings', '"Title","Field","Value","Field","Value",.........,"Note"\n'],
  ])('of Enpass %s', (_how, headings) => {
    expect(
      entriesOf(`${headings}"EN CMS","Username","ana","*Password","pw,en","URL","https://en.example","*PIN","1234","a note"
"Old","Email","ana@lantern.example","*Password","pw2"
`),
    ).toMatchObject({
      source: 'Enpass',
      entries: [
        {
          title: 'EN CMS',
          username: 'ana',
          password: 'pw,en',
          notes: 'PIN: 1234\na note',
          website_url: 'https://en.example',
        },
        { title: 'Old', username: 'ana@lantern.example', password: 'pw2', notes: '' },
      ],
    })
  })

  it('of Enpass that begins with a card', () => {
    expect(
      entriesOf(`"Visa","Cardholder","Ana","*Number","4242","a note"
"EN CMS","Username","ana","*Password","pw","Website","https://en.example"
`).entries,
    ).toMatchObject([
      { title: 'Visa', notes: 'Cardholder: Ana\nNumber: 4242\na note' },
      { title: 'EN CMS', username: 'ana', password: 'pw' },
    ])
  })

  it('of Enpass in German', () => {
    expect(entriesOf('"EN CMS","Benutzername","ana","*Passwort","pw"\n')).toMatchObject({
      source: 'Enpass',
      entries: [{ title: 'EN CMS', username: 'ana', password: 'pw' }],
    })
  })

  it.each([
    'Client,URL,Login,Password\nHarbor,https://harbor.example,ana,pw',
    'Kunde;URL;Benutzername;Passwort\nHarbor;https://harbor.example;ana;pw',
    'Kunde;Login;URL;Passwort\nHarbor;ana;https://harbor.example;pw',
    'Platform,URL,Email,Password,2FA,Client\nShop,https://shop.example,ana@lantern.example,pw,yes,Harbor',
    'Our passwords\nClient,URL,Login,Password\nHarbor,https://harbor.example,ana,pw',
    'Client,URL,Number,Password,Remarks\nHarbor,https://harbor.example,7,pw,new',
  ])('that people wrote is not of Enpass: %j', (text) => {
    expect(entriesOf(text).source).toBeUndefined()
  })
})
