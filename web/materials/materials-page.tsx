export function MaterialsPage() {
  return null
}
