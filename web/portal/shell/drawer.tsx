import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { keepOpenForToasts, overlayClasses } from '../../ui/overlay.ts'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'

type DrawerProps = { isOpen: boolean; setOpen: (isOpen: boolean) => void; children: ReactNode }

/** The sidebar of a phone. */
export default function Drawer({ isOpen, setOpen, children }: DrawerProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...useFocusAfterDialog()}
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[calc(100vw-3rem)] overflow-y-auto bg-dusk text-on-dusk shadow-raised"
        >
          <div className="flex h-16 items-center justify-between pr-2 pl-4">
            <Radix.Title className="font-semibold">Menu</Radix.Title>
            <Radix.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Close menu"
                className="text-on-dusk hover:bg-dusk-raised focus-visible:outline-light"
              >
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
