import { useId, useState } from 'react'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { areSingleKeysOn, setSingleKeys, shortcuts, singleKeys } from './shortcuts.ts'

type ShortcutsDialogProps = { isOpen: boolean; setOpen: (isOpen: boolean) => void }

/** Lists the keyboard shortcuts, and turns those of a single key on or off. */
export default function ShortcutsDialog({ isOpen, setOpen }: ShortcutsDialogProps) {
  const id = useId()
  const [isOn, setOn] = useState(areSingleKeysOn)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent title="Keyboard shortcuts" description="On a Mac, Cmd is Ctrl.">
        <KeyList keys={shortcuts} />
        <div className="flex items-center justify-between gap-4 border-line border-t pt-4">
          <label htmlFor={id} className="text-sm">
            <span className="block font-medium">Shortcuts of a single key</span>
            <span className="text-ink-soft">In this browser, when you are not typing.</span>
          </label>
          <Switch
            id={id}
            checked={isOn}
            onCheckedChange={(next) => {
              setSingleKeys(next)
              setOn(next)
            }}
          />
        </div>
        {isOn && <KeyList keys={singleKeys} />}
      </DialogContent>
    </Dialog>
  )
}

const KeyList = ({ keys: listed }: { keys: typeof shortcuts }) => (
  <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr_auto_1fr]">
    {listed.map(({ keys, does }) => (
      <div key={does} className="contents">
        <dt className="flex gap-1">
          {keys.map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded border border-line-strong bg-paper px-1.5 text-center font-sans text-sm"
            >
              {key}
            </kbd>
          ))}
        </dt>
        <dd className="text-sm">{does}</dd>
      </div>
    ))}
  </dl>
)
