import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
import { z } from 'npm:zod@4'

enum Unit {
  Gram = 'g',
  Kilogram = 'kg',
}

class Scale {
  constructor(private unit: Unit) {}
  read(grams: number) {
    return this.unit === Unit.Kilogram ? `${grams / 1000} kg` : `${grams} g`
  }
}

serve(async (req: Request) => {
  const { grams } = z.object({ grams: z.number() }).parse(await req.json())
  const label = await Deno.readTextFile(new URL('./label.txt', import.meta.url))
  return new Response(`${label.trim()} ${new Scale(grams < 1000 ? Unit.Gram : Unit.Kilogram).read(grams)}`)
})
