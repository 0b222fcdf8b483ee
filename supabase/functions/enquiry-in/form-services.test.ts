import { describe, expect, it } from 'vitest'
import { readEnquiry } from './enquiry-fields.ts'
import { pairsOf } from './pairs.ts'

const vera = { name: 'Vera Flower', email: 'vera@flowers.test' }

describe('[enquiry-sources.md#what-it-takes] the six fields', () => {
  it.each<[what: string, sent: object]>([
    ['Webflow’s first version', { name: 'Email Form', site: '5804', data: { Name: 'Vera Flower', Email: vera.email } }],
    [
      'Webflow',
      {
        triggerType: 'form_submission',
        payload: {
          name: 'Contact Us',
          data: { 'First Name': 'Vera', 'Last Name': 'Flower', email: vera.email },
          schema: [{ fieldName: 'First Name', fieldType: 'FormTextInput' }],
        },
      },
    ],
    ['Netlify', { title: 'Contact', ...vera, first_name: 'Vera', data: { ...vera, ip: '192.0.2.1' } }],
    ['Formspree', { form: 'abc', submission: vera, keys: ['name'] }],
    [
      'Fillout',
      {
        formName: 'Contact',
        submission: {
          questions: [
            { id: 'a', name: 'Name', value: vera.name },
            { id: 'b', name: 'Email', value: vera.email },
          ],
        },
      },
    ],
    [
      'a list of fields beside the form’s name',
      {
        name: 'Contact',
        responses: [
          { label: 'Name', value: vera.name },
          { label: 'Email', value: vera.email },
        ],
      },
    ],
    ['a person beside the form’s name', { name: 'Contact', lead: { full_name: vera.name, email: vera.email } }],
    ['a person with other data', { ...vera, data: { budget: 5 } }],
    ['a person with a branch for the address', { name: vera.name, contact: { email: vera.email } }],
  ])('are those of the person, and not the form’s own name, from %s', (_what, sent) => {
    expect(readEnquiry(pairsOf(sent))).toMatchObject({ fields: vera, problems: {} })
  })

  it('miss a name where only the form has one', () => {
    const { problems } = readEnquiry(pairsOf({ name: 'Email Form', data: { Email: vera.email } }))
    expect(problems).toEqual({ name: 'Enter a name.' })
  })

  it('may be as long as the table takes, with emoji', () => {
    const message = '😀'.repeat(4900)
    const { fields, lines, problems } = readEnquiry(pairsOf({ ...vera, message, page: '😀'.repeat(500) }))
    expect([fields.message, problems]).toEqual([message, {}])
    expect([...fields.message].length + 2 + [...lines].length).toBe(5000)
  })
})
