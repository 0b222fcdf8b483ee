import './menu.css'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Menu = DropdownMenu.Root
export const MenuTrigger = DropdownMenu.Trigger

/** The list of a menu, at its button; on a phone a `menu-sheet` (app.css) at the bottom of the window. */
export const MenuContent = ({ className, ...props }: ComponentProps<typeof DropdownMenu.Content>) => (
  <DropdownMenu.Content
    sideOffset={4}
    collisionPadding={12}
    className={cn('z-40 min-w-40 rounded-control border border-line-strong bg-card py-1 shadow-raised', className)}
    {...props}
  />
)

/**
 * An item of a menu, which only a click picks. Radix also picks the item over which the mouse is released: where the
 * menu is a sheet over its button, that is the end of the click that opened it.
 */
export const MenuItem = ({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) => (
  <DropdownMenu.Item
    className={cn(
      'flex min-h-10 cursor-pointer items-center gap-2.5 px-3 text-[0.9375rem] outline-none data-highlighted:bg-paper-deep [&_svg]:size-4',
      'data-disabled:cursor-default data-disabled:opacity-60',
      className,
    )}
    onPointerUp={(event) => event.preventDefault()}
    {...props}
  />
)
