import { atMost, emailField, formValuesOf, optionalEmail, optionalText } from '../../lib/form-rules.ts'
import type { Client, ClientPerson } from '../../lib/row-types.ts'
import { z } from '../../lib/zod.ts'
import { withDisplay } from '../../ui/schema-field-displays.ts'

/** The rule for the name of a client's person; the main person's name is the name of the client. */
export const personName = z.string().trim().min(1, 'Enter a name.').check(atMost(200))

/** The form of a person, a line for each field; the limits are those of the table. */
export const personForm = z.object({
  name: withDisplay(personName, { label: 'Name', required: true }),
  role: withDisplay(optionalText(100), { label: 'Role', placeholder: 'Owner, bookkeeping' }),
  email: withDisplay(optionalEmail, { label: 'Email', type: 'email' }),
  phone: withDisplay(optionalText(50), { label: 'Phone', type: 'tel' }),
  note: withDisplay(optionalText(2000), { label: 'Note', rows: 3 }),
})

/** The form of the main person, who needs an email address. */
export const mainPersonForm = personForm.extend({
  email: withDisplay(emailField, { label: 'Email', type: 'email', required: true }),
})

const version = { seen: z.string() }
export const versionedPersonForm = personForm.extend(version)
export const versionedMainPersonForm = mainPersonForm.extend(version)

export type NewPerson = z.output<typeof personForm>
export type PersonChanges = z.output<typeof versionedPersonForm>
export type TypedPerson = z.input<typeof versionedPersonForm>

/** A person of a client, be it the main one, whose id is that of the client. */
export type PersonOfClient = Omit<ClientPerson, 'client_id' | 'created_at'> & { isMain: boolean }

type ClientOfPeople = Pick<
  Client,
  'id' | 'name' | 'email' | 'phone' | 'main_person_role' | 'main_person_note' | 'updated_at'
>

/** The main person of a client, whose name and address are those of the client. */
export const mainPersonOf = (client: ClientOfPeople): PersonOfClient => ({
  ...{ id: client.id, isMain: true, name: client.name, email: client.email, phone: client.phone },
  ...{ role: client.main_person_role, note: client.main_person_note, updated_at: client.updated_at },
})

/** The values of a person as the form shows them. */
export const typedOf = (person: PersonOfClient): TypedPerson => ({
  ...{ name: '', role: '', email: '', phone: '', note: '', ...formValuesOf(personForm, person) },
  seen: person.updated_at,
})

export const emptyPerson = { ...formValuesOf(personForm) }
