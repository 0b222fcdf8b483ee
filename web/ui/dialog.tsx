import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Button } from './button.tsx'
import { closeOpenListFirst, dialogFrameClasses, keepOpenForToasts } from './overlay.ts'

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger

type DialogContentProps = ComponentProps<typeof Radix.Content> & {
  title: string
  description: ReactNode
  /** Whether the dialog has a close button, which it loses while closing is blocked. */
  isClosable?: boolean
  /** Whether its buttons alone close it, since it shows something that is shown only once. */
  isShownOnce?: boolean
}

const stayOpen = (event: Event) => event.preventDefault()

export function DialogContent({
  title,
  description,
  isClosable = true,
  isShownOnce = false,
  className,
  children,
  ...props
}: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={cn(dialogFrameClasses, 'max-sm:grid-rows-[minmax(var(--toast-room),1fr)_auto]')}>
        <Radix.Content
          onInteractOutside={isShownOnce ? stayOpen : keepOpenForToasts}
          onEscapeKeyDown={isShownOnce ? stayOpen : closeOpenListFirst}
          className={cn(
            // Scroll padding, so that a focused field appears with its label, clear of the sticky buttons.
            'scroll-py-24',
            'relative row-start-2 grid w-full grid-cols-1 gap-5 overflow-y-auto rounded-t-dialog bg-card p-6 shadow-raised',
            'sm:max-w-lg sm:rounded-dialog',
            className,
          )}
          {...props}
        >
          <header className="grid gap-1 pr-10">
            <Radix.Title className="wrap-anywhere font-semibold text-lg">{title}</Radix.Title>
            <Radix.Description className="wrap-anywhere text-ink-soft text-sm">{description}</Radix.Description>
          </header>
          {children}
          {isClosable && (
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" className="absolute top-4 right-4" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Overlay>
    </Radix.Portal>
  )
}

/** The buttons of a dialog: cancel first, the action last. */
export function DialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  return <footer className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
}

/** The sticky footer of a form taller than the window. */
export function StickyDialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  return (
    <DialogFooter
      className={cn('-mx-6 -mb-6 border-line border-t bg-card px-6 py-4 sm:sticky sm:-bottom-6', className)}
      {...props}
    />
  )
}
