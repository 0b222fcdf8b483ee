import type { FieldValues, Resolver } from 'react-hook-form'

/** Stands for what a browser's own field could not read: no form takes it for a date or a number. */
const UNREADABLE = 'unreadable'

/**
 * A date like 30 February or a number like "1e" stands in its field, but a browser hands it over as empty text: it would
 * be stored as "none". Before the values are judged such a field gets a value that is refused.
 */
export const refusingUnreadable =
  <Fields extends FieldValues, Context, Parsed>(
    resolve: Resolver<Fields, Context, Parsed>,
  ): Resolver<Fields, Context, Parsed> =>
  (values, context, options) => {
    const unreadable = Object.values(options.fields).flatMap((field) =>
      field && 'ref' in field && isUnreadable(field.ref) ? [[field.name, UNREADABLE]] : [],
    )
    return resolve({ ...values, ...Object.fromEntries(unreadable) }, context, options)
  }

const isUnreadable = (control: unknown) => control instanceof HTMLInputElement && control.validity.badInput
