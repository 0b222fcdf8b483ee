import { describe, expect, it } from 'vitest'
import { entriesOf, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it.each([
    ['without headings', ''],
    ['with headings', 'Folder,Title,Login,Password,Website Address,Notes,Shared Folder,Custom Fields\n'],
  ])('of Keeper %s', (_how, headings) => {
    expect(
      entriesOf(`${headings}Clients\\Lantern,KP CMS,ana,pw-kp,https://kp.example,a note,Team#edit,TFC:Keeper,${OTP},API Key,5555
,Plain,bo,pw2,,,
`),
    ).toMatchObject({
      source: 'Keeper',
      entries: [
        {
          title: 'KP CMS',
          username: 'ana',
          password: 'pw-kp',
          website_url: 'https://kp.example',
          notes: `a note\nAPI Key: 5555`,
          two_step_key: OTP_SECRET,
          tags: ['Clients\\Lantern', 'Team'],
        },
        { title: 'Plain', username: 'bo', password: 'pw2', tags: [] },
      ],
    })
  })
})
