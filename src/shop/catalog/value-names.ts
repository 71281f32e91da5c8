import { language, t } from '#platform/text/t.ts'

/**
 * A category, subcategory, colour, size, pattern, fabric, fit, badge or country in the page's language. Calls and URLs use the value itself.
 * A value not listed here, such as the owner's own subcategory, is shown as it is.
 */
export function valueName(value: string): string {
  return language() === 'en' ? value : (translatedNames().get(value) ?? value)
}

/** SPEC section 9's options, the usual subcategories, the demonstration's collections, a badge and a country. */
function translatedNames(): Map<string, string> {
  return new Map([
    ['Man', t('Man')],
    ['Woman', t('Woman')],
    ['Other', t('Others')],
    ['India', t('India')],
    ['Free Size', t('Free Size')],
    ['New', t('New')],
    ['Red', t('Red')],
    ['Blue', t('Blue')],
    ['Green', t('Green')],
    ['Pink', t('Pink')],
    ['White', t('White')],
    ['Black', t('Black')],
    ['Grey', t('Grey')],
    ['Maroon', t('Maroon')],
    ['Gold', t('Gold')],
    ['Yellow', t('Yellow')],
    ['Orange', t('Orange')],
    ['Purple', t('Purple')],
    ['Lucknowi', t('Lucknowi')],
    ['Printed', t('Printed')],
    ['Plain', t('Plain')],
    ['Embroidery', t('Embroidery')],
    ['Cotton', t('Cotton')],
    ['Silk', t('Silk')],
    ['Wool', t('Wool')],
    ['Polyester', t('Polyester')],
    ['Linen', t('Linen')],
    ['Regular Fit', t('Regular Fit')],
    ['Slim Fit', t('Slim Fit')],
    ['Loose Fit', t('Loose Fit')],
    ['Drop Shoulder', t('Drop Shoulder')],
    ['Overfit', t('Overfit')],
    ['T-Shirts', t('T-Shirts')],
    ['Unisex Tees', t('Unisex Tees')],
    ['Polos', t('Polos')],
    ['Hoodies', t('Hoodies')],
    ['Sweatshirts', t('Sweatshirts')],
    ['Shirts', t('Shirts')],
    ['Unisex Shirts', t('Unisex Shirts')],
    ['Overshirts', t('Overshirts')],
    ['Cargos', t('Cargos')],
    ['Pants', t('Pants')],
    ['Joggers', t('Joggers')],
    ['Shorts', t('Shorts')],
    ['Jackets', t('Jackets')],
    ['Kurtas', t('Kurtas')],
    ['Tops', t('Tops')],
    ['Skirts', t('Skirts')],
    ['Dresses', t('Dresses')],
    ['Co-ord Sets', t('Co-ord Sets')],
    ['Rainwear', t('Rainwear')],
    ['Knitwear', t('Knitwear')],
    ['Caps', t('Caps')],
    ['Bags', t('Bags')],
    ['Socks', t('Socks')],
    ['Monsoon drop', t('Monsoon drop')],
    ['Lucknow line', t('Lucknow line')],
    ['Four bars', t('Four bars')],
    ['Wool weather', t('Wool weather')],
  ])
}
