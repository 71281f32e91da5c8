import { defineContract } from '#platform/api/endpoint.ts'

export const reviewsContract = defineContract({})
