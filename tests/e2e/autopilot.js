// A person who makes every call, plays the first legal card and goes on, as fast as the page allows.
() => {
  let passed = false;
  const press = (selector) => {
    const found = document.querySelector(selector);
    if (found) found.click();
    return found !== null;
  };
  const step = () => {
    const onward = document.querySelector('.onward .primary:enabled');
    const ended = document.querySelector('.onward p')?.textContent.trim() === '';
    if (onward && !ended) onward.click();
    else if (document.querySelector('.call')) {
      const answers = document.querySelectorAll('.call .answers button:enabled');
      (answers[passed ? 0 : answers.length - 1] ?? answers[0])?.click();
      passed = !passed;
    } else if (document.querySelector('.south .turn-words'))
      press('button[data-card]:not([aria-disabled=true])');
    setTimeout(step, 20);
  };
  step();
};
