import { useId } from 'react'
import { useController } from 'react-hook-form'
import { cn } from '../lib/cn.ts'
import type { NamedField } from './form-fields.tsx'
import { Switch } from './switch.tsx'

type SwitchFieldProps = NamedField & {
  /** The meaning of the switch's current state, written beside it. */
  meaning?: string
  disabled?: boolean
  onSwitched?: (isOn: boolean) => void
}

/** A switch field of a form. */
export function SwitchField({ name, label, hint, meaning, className, disabled, onSwitched }: SwitchFieldProps) {
  const id = useId()
  const descriptionId = `${id}-description`
  const { value, onChange, onBlur, ref } = useController({ name }).field
  const description = meaning ?? hint
  const toggle = (
    <Switch
      {...{ id, onBlur, ref, disabled }}
      checked={value ?? false}
      aria-describedby={description === undefined ? undefined : descriptionId}
      onCheckedChange={(isOn) => {
        onChange(isOn)
        onSwitched?.(isOn)
      }}
    />
  )
  const labelled = (
    <label htmlFor={id} className={cn('font-medium text-sm', meaning === undefined && 'cursor-pointer')}>
      {label}
    </label>
  )
  const described = description !== undefined && (
    <p id={descriptionId} className="text-ink-soft text-sm">
      {description}
    </p>
  )
  if (meaning === undefined) {
    return (
      <div className={cn('grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5', className)}>
        {toggle}
        {labelled}
        {described && <div className="col-start-2">{described}</div>}
      </div>
    )
  }
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      {labelled}
      <div className="flex min-h-10 items-center gap-3">
        {toggle}
        {described}
      </div>
    </div>
  )
}
