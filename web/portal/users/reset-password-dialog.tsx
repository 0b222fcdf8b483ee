import { zodResolver } from '@hookform/resolvers/zod'
import { Copy, Dices } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { complaintAbout, type NewPassword, newPasswordForm } from '../../lib/new-password.ts'
import { randomPassword } from '../../lib/random-password.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { User } from './user.ts'
import { resetPassword } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

const GENERATED_LENGTH = 12

const complaints = {
  missing: userToasts.passwordRequired,
  short: userToasts.passwordTooShort,
  different: userToasts.passwordsDiffer,
}

type ResetPasswordDialogProps = { user: User | undefined; onClose: () => void }

/** Open while there is somebody who needs a new password. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  // Their name still stands there while the dialog fades out.
  const shown = useRef(user)
  shown.current = user ?? shown.current
  const [isBusy, setBusy] = useState(false)
  const name = shown.current ? nameOf(shown.current) : ''

  return (
    <Dialog open={user !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        {...useReturnFocus()}
        title="Reset Password"
        description={
          <>
            A new password for <strong>{name}</strong>. Wherever they are signed in, they are signed out.
          </>
        }
      >
        {/* Inside the dialog, so that what was typed is gone with it: passwords are kept nowhere. */}
        {shown.current && <ResetPasswordForm user={shown.current} onBusy={setBusy} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type ResetPasswordFormProps = { user: User; onBusy: (isBusy: boolean) => void; onClose: () => void }

function ResetPasswordForm({ user, onBusy, onClose }: ResetPasswordFormProps) {
  const { register, handleSubmit, setValue, watch, formState } = useForm<NewPassword>({
    defaultValues: { password: '', confirmation: '' },
    resolver: zodResolver(newPasswordForm),
  })
  const [generated, setGenerated] = useState<string>()
  const [confirmed, setConfirmed] = useState<string>()
  const [reset, isBusy] = useWrite(resetPassword, {
    onMutate: () => onBusy(true),
    onSuccess: onClose,
    onSettled() {
      setConfirmed(undefined)
      onBusy(false)
    },
  })

  function generate() {
    const password = randomPassword(GENERATED_LENGTH)
    setGenerated(password)
    setValue('password', password, { shouldValidate: formState.isSubmitted })
    setValue('confirmation', password, { shouldValidate: formState.isSubmitted })
  }

  function complain(errors: FieldErrors<NewPassword>) {
    const complaint = complaintAbout(errors)
    if (complaint) toast.error(complaints[complaint])
  }

  const { errors } = formState
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => setConfirmed(password), complain)}
      className="grid gap-4"
    >
      <Field label="New Password" error={errors.password?.message} hint="At least 6 characters.">
        {(control) => (
          <Input {...control} {...register('password')} type="password" required autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm New Password" error={errors.confirmation?.message}>
        {(control) => (
          <Input {...control} {...register('confirmation')} type="password" required autoComplete="new-password" />
        )}
      </Field>
      <Button variant="outline" disabled={isBusy} onClick={generate} className="justify-self-start">
        <Dices aria-hidden />
        Generate Random Password
      </Button>
      {generated !== undefined && generated === watch('password') && <Generated password={generated} />}
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          Reset Password
        </Button>
      </DialogFooter>
      <ConfirmDialog
        isOpen={confirmed !== undefined}
        onOpenChange={(isOpen) => !isOpen && !isBusy && setConfirmed(undefined)}
        title={`Reset the password of ${nameOf(user)}?`}
        description="This action cannot be undone and will immediately change their password."
        action="Reset Password"
        busyAction="Resetting..."
        isBusy={isBusy}
        onConfirm={() => confirmed !== undefined && void reset({ userId: user.id, newPassword: confirmed })}
      />
    </form>
  )
}

/** To be read and handed on: nobody can look it up later. */
function Generated({ password }: { password: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(password)
      toast.success(userToasts.passwordCopied)
    } catch {
      toast.error(userToasts.passwordNotCopied)
    }
  }

  return (
    <div className="flex items-center justify-between gap-3 rounded-control border border-line bg-paper py-1.5 pr-1.5 pl-4">
      <output className="select-all break-all font-mono text-lg tracking-wide">{password}</output>
      <Button variant="outline" onClick={() => void copy()} className="px-3">
        <Copy aria-hidden />
        Copy
      </Button>
    </div>
  )
}
