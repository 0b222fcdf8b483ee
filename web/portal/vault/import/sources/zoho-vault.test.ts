import { describe, expect, it } from 'vitest'
import { entriesOf, OTP, OTP_SECRET } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of Zoho Vault: the fields of a secret are read', () => {
    expect(
      entriesOf(`"Password Name","Description","Password URL","SecretData","Notes","CustomData","Tags","Classification","Favorite","TOTP","Folder Name"
ZV CMS,old,https://zv.example,"SecretType:Web Account
User Name:mara
Password:pw-zv
",a note,,,E,0,${OTP},Clients
`).entries,
    ).toMatchObject([
      {
        title: 'ZV CMS',
        username: 'mara',
        password: 'pw-zv',
        tags: ['Clients'],
        notes: `Description: old\nSecretType:Web Account\na note`,
        two_step_key: OTP_SECRET,
      },
    ])
  })
})
