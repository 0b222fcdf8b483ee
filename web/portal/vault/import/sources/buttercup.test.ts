import { expect, it } from 'vitest'
import { entriesOf } from '../../../../testing/vault-import.ts'

it('[vault.md#importing] the file of Buttercup: groups are tags, and no entries', () => {
  expect(
    entriesOf(`"!group_id","!group_name","!type","title","username","password","URL","id"
"1","Root/Email","group","","","","","1"
"1","Root/Email","login","BC CMS","mara","pw-bc","https://bc.example","2"
`),
  ).toMatchObject({
    source: 'Buttercup',
    entries: [
      { title: 'BC CMS', website_url: 'https://bc.example', password: 'pw-bc', tags: ['Root/Email'], notes: '' },
    ],
  })
})
