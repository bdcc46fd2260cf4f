import { MapPinX } from 'lucide-react'
import type { StepGradeResponse } from '#contract/http/operations'
import { formatMetres } from '#domain/geo/position'
import { deskText as text } from '../../text/desk.ts'
import { type GradedPosition, Note, PoorPositionNote } from './event-notes.tsx'

/** 'fuera del parque (5.0 km)' for a step outside its place, else what is to be said of its position. */
export function StepPlaceNote(event: GradedPosition & { stepGrade?: StepGradeResponse | null | undefined }) {
  const { stepGrade } = event
  if (stepGrade?.where !== 'outside') return <PoorPositionNote {...event} />
  return (
    <Note
      icon={<MapPinX size={14} />}
      words={text.outside(formatMetres(stepGrade.metres ?? 0))}
      title={text.outsideOf(stepGrade.place)}
    />
  )
}
