import { intervalText, percentText, rateText, usdText } from '../../report/number-text';

test('rates, intervals, shares and dollars have their digits; unknown ones are no zeros', () => {
  expect([rateText(0.12345), rateText(0), rateText(null)]).toEqual(['0.123', '0.000', '-']);
  expect([intervalText([0.1, 0.25]), intervalText(null)]).toEqual(['[0.100, 0.250]', '-']);
  expect([percentText(0.126), percentText(1)]).toEqual(['13 %', '100 %']);
  expect([usdText(0.00015), usdText(0), usdText(null)]).toEqual(['$0.0001', '$0.0000', 'unknown']);
});
