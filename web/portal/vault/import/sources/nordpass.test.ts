import { describe, expect, it } from 'vitest'
import { entriesOf, entry } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of NordPass: further addresses, fields and cards arrive, and folders are no entries', () => {
    const columns =
      'name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields'
    expect(
      entriesOf(`${columns}
Clients,,,,,,,,,,,,,,,,,,,,,folder,
NP CMS,https://np.example,"[""https://two.example""]",mara,pw-np,a note,,,,,,,Clients,,,,,,,,,password,"[{""label"":""PIN"",""type"":""hidden"",""value"":""1234""}]"
Visa,,,,,,Mara,4242424242424242,123,,12/30,,,,,,,,,,,credit_card,
`).entries,
    ).toEqual([
      entry('NP CMS', {
        website_url: 'https://np.example',
        username: 'mara',
        password: 'pw-np',
        notes: 'a note\nPIN: 1234\nWebsite: https://two.example',
        tags: ['Clients'],
      }),
      entry('Visa', {
        password: 'cardholdername: Mara cardnumber: 4242424242424242 cvc: 123 expirydate: 12/30',
        notes: 'cardholdername: Mara\ncardnumber: 4242424242424242\ncvc: 123\nexpirydate: 12/30',
      }),
    ])
  })

  it('of an earlier NordPass', () => {
    const columns =
      'name,url,username,password,note,cardholdername,cardnumber,cvc,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type'
    expect(
      entriesOf(`${columns}
NP CMS,https://np.example,mara,pw-np,a note,,,,,,Clients,,,,,,,,,password
`),
    ).toMatchObject({
      source: 'NordPass',
      entries: [
        entry('NP CMS', {
          website_url: 'https://np.example',
          username: 'mara',
          password: 'pw-np',
          notes: 'a note',
          tags: ['Clients'],
        }),
      ],
    })
  })
})
