import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * The value that stands for input that a browser's own field could not parse; every schema of dates or numbers rejects
 * it.
 */
const UNREADABLE = 'unreadable'

/**
 * Replaces unparsable input before validation. A date like 30 February or a number like "1e" stays visible in its
 * field, but the browser reports an empty text, which would be stored as "none".
 */
export const rejectUnparsable =
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
