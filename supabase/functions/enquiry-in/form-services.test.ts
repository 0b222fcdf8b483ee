import { describe, expect, it } from 'vitest'
import { readEnquiry } from './enquiry-fields.ts'
import { unwrapFormService } from './form-services.ts'
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
    [
      'Wix',
      {
        data: {
          formName: 'Contact',
          contact: { name: { first: 'Vera', last: 'Flower' }, email: vera.email, contactId: 'c1' },
          submissions: [{ label: 'Budget', value: '5000' }],
        },
      },
    ],
    [
      'Jotform',
      {
        formID: '2401',
        formTitle: 'Contact Form',
        pretty: 'Full Name:Vera Flower, E-mail:vera@flowers.test',
        rawRequest: JSON.stringify({
          slug: 'submit/2401',
          q3_fullName3: { first: 'Vera', last: 'Flower' },
          q4_email4: vera.email,
          q5_phoneNumber: { full: '(030) 555-0100' },
          event_id: '17',
        }),
      },
    ],
    [
      'Typeform',
      {
        event_type: 'form_response',
        form_response: {
          form_id: 'lT4Z3j',
          definition: {
            title: 'Contact',
            fields: [
              { id: 'f1', title: 'What’s your name?', type: 'short_text' },
              { id: 'f2', title: 'How do we reach you?', type: 'email' },
              { id: 'f3', title: 'What is it about?', type: 'multiple_choice' },
            ],
          },
          answers: [
            { type: 'text', text: vera.name, field: { id: 'f1', type: 'short_text' } },
            { type: 'email', email: vera.email, field: { id: 'f2', type: 'email' } },
            { type: 'choice', choice: { label: 'A website' }, field: { id: 'f3', type: 'multiple_choice' } },
          ],
        },
      },
    ],
    [
      'HubSpot',
      {
        vid: 51,
        properties: {
          firstname: { value: 'Vera', versions: [{ value: 'Vera', 'source-type': 'FORM' }] },
          lastname: { value: 'Flower' },
          email: { value: vera.email },
          hs_object_id: { value: '51' },
        },
      },
    ],
  ])('are those of the person, and not the form’s own name, from %s', (_what, sent) => {
    expect(readEnquiry(pairsOf(unwrapFormService(sent)))).toMatchObject({ fields: vera, problems: {} })
  })

  it('miss a name where only the form has one', () => {
    const { problems } = readEnquiry(pairsOf({ name: 'Email Form', data: { Email: vera.email } }))
    expect(problems).toEqual({ name: 'Enter a name.' })
  })

  it('keep what else was asked as lines, and nothing of the service’s own', () => {
    const raw = { slug: 'submit/1', q3_name: vera.name, q4_email: vera.email, q6_budget: '5000', buildDate: '17' }
    const { lines } = readEnquiry(pairsOf(unwrapFormService({ formID: '1', rawRequest: JSON.stringify(raw) })))
    expect(lines).toBe('budget: 5000')
  })

  it('may be as long as the table takes, with emoji', () => {
    const message = '😀'.repeat(4900)
    const { fields, lines, problems } = readEnquiry(pairsOf({ ...vera, message, page: '😀'.repeat(500) }))
    expect([fields.message, problems]).toEqual([message, {}])
    expect([...fields.message].length + 2 + [...lines].length).toBe(5000)
  })
})
