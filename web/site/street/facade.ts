/** The uncoloured shops of the street, left to right, in the drawing's units (the ground is at y = 430). */
export type Facade = {
  x: number
  width: number
  height: number
  roof: 'cornice' | 'gable' | 'steps' | 'arch' | 'mansard'
  paint: 'rose' | 'sage' | 'sky' | 'butter' | 'plaster'
  sign: string
  door: 'left' | 'right'
  awning: 'striped' | 'plain' | 'none'
}

export const GROUND = 430

export const facadesOnTheLeft: readonly Facade[] = [
  { x: -190, width: 162, height: 252, roof: 'gable', paint: 'butter', sign: 'Shoes', door: 'left', awning: 'none' },
  { x: -20, width: 190, height: 300, roof: 'cornice', paint: 'plaster', sign: 'Tailor', door: 'left', awning: 'plain' },
  { x: 178, width: 160, height: 236, roof: 'steps', paint: 'sky', sign: 'Books', door: 'right', awning: 'none' },
  {
    x: 346,
    width: 206,
    height: 330,
    roof: 'mansard',
    paint: 'plaster',
    sign: 'Grocer',
    door: 'left',
    awning: 'striped',
  },
  { x: 560, width: 150, height: 262, roof: 'gable', paint: 'rose', sign: 'Vet', door: 'right', awning: 'none' },
  { x: 718, width: 196, height: 306, roof: 'cornice', paint: 'sage', sign: 'Hardware', door: 'left', awning: 'plain' },
  { x: 922, width: 172, height: 224, roof: 'arch', paint: 'plaster', sign: 'Coffee', door: 'right', awning: 'striped' },
]

export const facadesOnTheRight: readonly Facade[] = [
  { x: 1352, width: 168, height: 318, roof: 'gable', paint: 'sky', sign: 'Barber', door: 'left', awning: 'striped' },
  {
    x: 1528,
    width: 196,
    height: 246,
    roof: 'cornice',
    paint: 'plaster',
    sign: 'Bakery',
    door: 'right',
    awning: 'plain',
  },
  { x: 1732, width: 156, height: 300, roof: 'steps', paint: 'butter', sign: 'Dentist', door: 'left', awning: 'none' },
  {
    x: 1896,
    width: 204,
    height: 270,
    roof: 'mansard',
    paint: 'plaster',
    sign: 'Flowers',
    door: 'right',
    awning: 'striped',
  },
  { x: 2108, width: 152, height: 228, roof: 'arch', paint: 'sage', sign: 'Bikes', door: 'left', awning: 'plain' },
  { x: 2268, width: 170, height: 308, roof: 'cornice', paint: 'plaster', sign: 'Diner', door: 'right', awning: 'none' },
]
