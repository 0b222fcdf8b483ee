import type { ComponentProps, ReactNode } from 'react'
import { type FieldErrors, type FieldValues, FormProvider } from 'react-hook-form'
import { cn } from '../../lib/cn.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter, StickyDialogFooter } from '../../ui/dialog.tsx'
import { useBusyDialog } from '../../ui/form-dialog.tsx'
import type { EntityForm as Entity } from './use-entity-form.ts'
import { VersionConflictAlert } from './version-conflict-alert.tsx'

type EntityFormProps<Typed extends FieldValues, Parsed, Sent> = FooterProps &
  Pick<ComponentProps<'form'>, 'aria-label' | 'autoComplete' | 'className' | 'method' | 'onKeyDown'> & {
    entity: Entity<Typed, Parsed, Sent>
    /** The word for the edited row, if others may change it meanwhile: "client". */
    thing?: string
    /** True if only this person may change the row. */
    isOwn?: boolean
    /** Whether a note above the fields says that unsaved input was restored. */
    showsUnsavedNote?: boolean
    /** Whether the alert about a newer version stands above the fields instead of above the buttons. */
    alertsFirst?: boolean
    /** Decides before validation whether the form may be sent. */
    canSubmit?: () => boolean
    onSubmit: (parsed: Parsed) => unknown
    /** Reports validation errors in addition to the messages at the fields. */
    onInvalid?: (errors: FieldErrors<Typed>) => void
    children: ReactNode
  }

/** The form of a stored row (use-entity-form.ts): its fields, its alerts and its buttons. */
export function EntityForm<Typed extends FieldValues, Parsed, Sent>(props: EntityFormProps<Typed, Parsed, Sent>) {
  const {
    entity,
    thing = '',
    isOwn = false,
    showsUnsavedNote,
    alertsFirst,
    canSubmit,
    onSubmit,
    onInvalid,
    ...rest
  } = props
  const { children, action, busyAction, footer, isBlocked = false, aside, ...attributes } = rest
  const { form, isBusy, isUnsaved, newer, giveUp } = entity
  const submit = form.handleSubmit(onSubmit, onInvalid)
  useBusyDialog(isBusy || isBlocked)

  const alert = newer.isThere && (
    <div className="col-span-full">
      <VersionConflictAlert
        thing={thing}
        isOwn={isOwn}
        isBusy={isBusy}
        onTakeTheirs={newer.take}
        onSaveMine={() => void form.handleSubmit((mine) => onSubmit({ ...mine, seen: newer.version }), onInvalid)()}
      />
    </div>
  )
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid gap-4"
        {...attributes}
        onSubmit={(event) => {
          event.preventDefault()
          if (canSubmit?.() ?? true) void submit(event)
        }}
      >
        {alertsFirst && alert}
        {showsUnsavedNote && isUnsaved && !newer.isThere && form.formState.isDirty && (
          <div className="col-span-full">
            <Alert tone="info">You have unsaved changes. Save them, or cancel to discard them.</Alert>
          </div>
        )}
        {children}
        {!alertsFirst && alert}
        <Footer
          action={action}
          busyAction={busyAction}
          footer={footer}
          aside={aside}
          isBusy={isBusy}
          isBlocked={isBlocked}
          onCancel={giveUp}
        />
      </form>
    </FormProvider>
  )
}

type FooterProps = {
  /** The label of the submit button, and its label while saving. */
  action: string
  busyAction: string
  /**
   * The place of the buttons: `sticky` keeps them in sight at the end of a long dialog. `end` and `start` show the
   * submit button alone, where the screen has its own way to cancel.
   */
  footer?: 'dialog' | 'sticky' | 'end' | 'start' | undefined
  /** True while another button of the form is busy. */
  isBlocked?: boolean
  /** Further content of the form, before the buttons. */
  aside?: ReactNode
}

function Footer({
  action,
  busyAction,
  footer = 'dialog',
  aside,
  isBusy,
  isBlocked,
  onCancel,
}: FooterProps & { isBusy: boolean; onCancel: () => void }) {
  const isOff = isBusy || isBlocked
  const submit = (
    <Button type="submit" disabled={isOff} className={footer === 'start' ? 'justify-self-start' : undefined}>
      {isBusy ? busyAction : action}
    </Button>
  )
  if (footer === 'start') return submit
  if (footer === 'end') return <DialogFooter className="col-span-full">{submit}</DialogFooter>
  const Frame = footer === 'sticky' ? StickyDialogFooter : DialogFooter
  return (
    <Frame className={cn('col-span-full', footer !== 'sticky' && 'pt-1')}>
      {aside}
      <Button variant="outline" disabled={isOff} onClick={onCancel}>
        Cancel
      </Button>
      {submit}
    </Frame>
  )
}
