import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useRef, useState } from 'react'

/** The keys that lead from one place to another while something is carried. */
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
export type Arrow = (typeof arrows)[number]

/** The place that was chosen with the keyboard. It is not derived from coordinates, which may lie between two places. */
type KeyboardPlace = { current: string | undefined }

export type Drop = { id: string; place: string; isByKeyboard: boolean }

type DragAreaProps = {
  /** How a screen reader describes the keys: "Press Space to move this project …". */
  instructions: string
  /** The name of a draggable thing and of a place, for announcements. */
  nameOf: (id: string) => string
  placeName: (place: string) => string
  /** The place that contains the dragged thing. */
  placeOf: (id: string) => string
  /** The place to which an arrow key leads; undefined where there is none. */
  nextPlace: (place: string, arrow: Arrow) => string | undefined
  onDrop: (drop: Drop) => void
  /** What follows the pointer. */
  preview: (id: string) => ReactNode
  children: ReactNode
}

/**
 * An area in which things are dragged to places: with the mouse, on a touchscreen after a long press, and by keyboard, where
 * Space picks up, arrow keys choose the place, Space or Enter puts down and Escape cancels. Nothing moves here by itself:
 * `onDrop` reports the place, and the screen shows the thing there once it is stored.
 */
export function DragArea(props: DragAreaProps) {
  const { instructions, placeOf, nextPlace, onDrop, preview, children } = props
  const [carried, setCarried] = useState<string>()
  const keyboardPlace: KeyboardPlace = useRef(undefined)

  const sensors = useCarrying({ placeOf, nextPlace }, keyboardPlace)

  function end(active: Active, place: string | undefined, event: Event) {
    setCarried(undefined)
    const id = String(active.id)
    if (place !== undefined && place !== placeOf(id)) {
      onDrop({ id, place, isByKeyboard: event instanceof KeyboardEvent })
    }
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionsWith(keyboardPlace)}
      measuring={{ droppable: { strategy: MeasuringStrategy.WhileDragging } }}
      accessibility={{
        announcements: announcementsFor(props),
        screenReaderInstructions: { draggable: instructions },
      }}
      onDragStart={({ active }) => {
        keyboardPlace.current = undefined
        setCarried(String(active.id))
      }}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={({ active, over, activatorEvent }) =>
        end(active, over === null ? undefined : String(over.id), activatorEvent)
      }
    >
      {children}
      {/* The thing itself stays where it is, so nothing flies back. */}
      <DragOverlay dropAnimation={null}>{carried !== undefined && preview(carried)}</DragOverlay>
    </DndContext>
  )
}

const isInField = ({ target }: Event) => target instanceof Element && target.closest('select, input, textarea') !== null

class MouseOutsideFields extends MouseSensor {
  static override activators = MouseSensor.activators.map((activator): typeof activator => ({
    ...activator,
    handler: (event, options) => !isInField(event.nativeEvent) && activator.handler(event, options),
  }))
}

class TouchOutsideFields extends TouchSensor {
  static override activators = TouchSensor.activators.map((activator): typeof activator => ({
    ...activator,
    handler: (event, options) => !isInField(event.nativeEvent) && activator.handler(event, options),
  }))
}

/** The mouse, the touchscreen and the keyboard. The result never changes, since a change would render every thing anew. */
function useCarrying(places: Pick<DragAreaProps, 'placeOf' | 'nextPlace'>, chosen: KeyboardPlace) {
  const latest = useRef(places)
  latest.current = places
  const [options] = useState(() => ({
    // A click that trembles is still a click.
    mouse: { activationConstraint: { distance: 5 } },
    // A short touch scrolls.
    touch: { activationConstraint: { delay: 250, tolerance: 8 } },
    keyboard: {
      // Enter follows the link that a thing is.
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
      coordinateGetter: ((event, { active, context: { droppableContainers } }) => {
        const { placeOf, nextPlace } = latest.current
        const arrow = arrows.find((known) => known === event.code)
        if (arrow) event.preventDefault()
        const place = arrow && nextPlace(chosen.current ?? placeOf(String(active)), arrow)
        // The library's own measurements may still be missing when the first arrow key follows quickly.
        const area = place && droppableContainers.get(place)?.node.current?.getBoundingClientRect()
        if (!area) return
        chosen.current = place
        return { x: area.left + 8, y: area.top + 8 }
      }) satisfies KeyboardCoordinateGetter,
    },
  }))
  return useSensors(
    useSensor(MouseOutsideFields, options.mouse),
    useSensor(TouchOutsideFields, options.touch),
    useSensor(KeyboardSensor, options.keyboard),
  )
}

/** The pointer is over a place; the keyboard has chosen one. */
const collisionsWith =
  (keyboardPlace: KeyboardPlace): CollisionDetection =>
  (args) => {
    if (args.pointerCoordinates) return pointerWithin(args)
    return keyboardPlace.current === undefined ? [] : [{ id: keyboardPlace.current }]
  }

const announcementsFor = ({ nameOf, placeName, placeOf }: DragAreaProps): Announcements => {
  const at = (id: string | number) => placeName(String(id))
  return {
    onDragStart: ({ active: { id } }) => `Picked up ${nameOf(String(id))} from ${at(placeOf(String(id)))}.`,
    onDragOver: ({ over }) => (over ? `Over ${at(over.id)}.` : 'Over no place to put it down.'),
    onDragEnd({ active, over }) {
      const id = String(active.id)
      const name = nameOf(id)
      if (over === null || over.id === placeOf(id)) return `${name} stays in ${at(placeOf(id))}.`
      return `Moving ${name} to ${at(over.id)}.`
    },
    onDragCancel: ({ active: { id } }) => `Canceled. ${nameOf(String(id))} stays in ${at(placeOf(String(id)))}.`,
  }
}
