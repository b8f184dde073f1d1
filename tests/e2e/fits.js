// What does not fit on a board: a list of words, each a fault. `mayScroll`: it may be longer than the screen.
(mayScroll) => {
  const faults = new Set();
  const root = document.documentElement;
  const box = (element) => element.getBoundingClientRect();
  const nameOf = (element) => String(element.className.baseVal ?? element.className) || element.tagName;
  const isClipped = (element) =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  const isSeen = (element) => box(element).width > 2 && box(element).height > 2 && !isClipped(element);
  const all = (query) => [...document.querySelectorAll(query)].filter(isSeen);

  if (!mayScroll && root.scrollHeight > innerHeight)
    faults.add(`${root.scrollHeight - innerHeight} px too tall`);
  if (root.scrollWidth > innerWidth) faults.add(`${root.scrollWidth - innerWidth} px too wide`);

  // Things that never lie on one another. A trick overlaps itself, and a fan does.
  const groups = [
    '.seat .mat',
    '.call',
    '.closing',
    '.tray .card',
    '.piles .face',
    '.foot',
    '.beam',
    '.trick .face',
  ];
  const things = groups.flatMap((query) => all(query).map((element) => ({ query, element })));
  const self = new Set(['.tray .card', '.trick .face']);
  for (const [i, a] of things.entries())
    for (const b of things.slice(i + 1)) {
      if (a.query === b.query && self.has(a.query)) continue;
      const [A, B] = [box(a.element), box(b.element)];
      const across = Math.min(A.right, B.right) - Math.max(A.left, B.left);
      const down = Math.min(A.bottom, B.bottom) - Math.max(A.top, B.top);
      if (across > 3 && down > 3) faults.add(`${a.query} and ${b.query} lie on one another`);
    }
  // What comes and goes never lies over what must be seen meanwhile, or over what one plays or presses.
  const never = (what, query, under, most = 3) => {
    for (const over of all(query))
      for (const other of all(under)) {
        const [A, B] = [box(over), box(other)];
        const across = Math.min(A.right, B.right) - Math.max(A.left, B.left);
        const down = Math.min(A.bottom, B.bottom) - Math.max(A.top, B.top);
        if (across > most && down > most) faults.add(`${what} lies on ${nameOf(other)}`);
      }
  };
  never('a note', '.note', '.tray .card, .my-piles .card, .foot, .beam');
  // Letters of twice the size leave it no other place.
  const papers = '.note, .attention section.short, .notices .line p';
  for (const paper of root.classList.contains('huge') ? [] : all(papers))
    for (const face of all('.trick li:not(.at-south) .face')) {
      const [A, B] = [box(paper), box(face)];
      const across = Math.min(A.right, B.right) - Math.max(A.left, B.left);
      const down = Math.min(A.bottom, B.top + B.height / 3) - Math.max(A.top, B.top);
      if (across > 3 && down > 3) faults.add('a paper lies on the index of a card in the trick');
    }
  // Of every card in the trick the index can be read, whoever led it.
  for (const card of all('.trick li[data-lies]')) {
    const { left, top, width, height } = box(card.querySelector('.face'));
    const over = document.elementsFromPoint(left + width * 0.13, top + height * 0.12);
    if (over.length > 0 && over.find((each) => each.closest('.trick li[data-lies]'))?.closest('li') !== card)
      faults.add('a card lies on the index of another in the trick');
  }
  never('a bubble', '.aloud', '.trick .face, .tray .card, .my-piles .card, .call .button, .foot, .beam', 9);
  never('a bubble', '.overheard p', '.result-slate, .result-match, .onward button', 9);
  // One's own mat may lie under it when it is not in turn, and so may one's own card.
  const seen = '.turn-words, .trump, .beam .slate, .side .slate, .tray .card, .my-piles .card';
  never('a question', '.attention section.short', `${seen}, .seat:not(.south) .name`, 9);
  never('a line', '.notices .line p', `${seen}, .foot, .onward button`);
  never('a line', '.notices .line p', '.result-slate', 9);

  // The tongue of who is in turn points to the middle of the table.
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const [rug] = all('.rug-bed');
  for (const mat of all('.mat.turn')) {
    const tongue = getComputedStyle(mat, '::after');
    const along = ((parseFloat(tongue.rotate) - 135) * Math.PI) / 180;
    const [x, y] = middle(box(rug)).map((at, axis) => at - middle(box(mat))[axis]);
    if (tongue.display !== 'none' && Math.cos(along) * x + Math.sin(along) * y < 0)
      faults.add('a tongue points off the table');
  }

  // What stands on a thing does not stick out of it.
  const inside = (holder, query, most = 1) => {
    for (const outer of all(holder))
      for (const inner of [...outer.querySelectorAll(query)].filter(isSeen)) {
        const [A, B] = [box(outer), box(inner)];
        if (
          B.left < A.left - most ||
          B.right > A.right + most ||
          B.top < A.top - most ||
          B.bottom > A.bottom + most
        )
          faults.add(`${nameOf(inner)} sticks out of ${nameOf(outer)}`);
      }
  };
  inside('.mat', '.name, .turn-words, .marks, .hint, .said');
  inside('.call', '.button');
  inside('.beam', '.slate, .trump b, .trump small');
  // A slate may scroll down, never sideways.
  for (const slate of mayScroll ? [] : all('.slate'))
    if (slate.scrollWidth > slate.clientWidth + 1) faults.add(`${nameOf(slate)} is too narrow`);
  inside('.onward button', '.fresh');
  // Of a result that scrolls, how its cards came and what it comes to are in sight.
  if (!mayScroll) inside('.result-slate', '.stamp button, tfoot .chalk', 3);
  for (const name of all('.mat .name'))
    if (box(name).width < Math.min(name.scrollWidth, 24)) faults.add(`no name is left on a mat`);

  const buttons = all('.foot button, .call button, .closing button, .onward button');
  for (const element of [...all('.tray .card, .mat'), ...buttons])
    if (box(element).left < -1 || box(element).right > innerWidth + 1)
      faults.add(`${nameOf(element)} sticks out`);
  for (const button of buttons)
    if (Math.min(box(button).width, box(button).height) < 43.5)
      faults.add(`${button.textContent} is too small`);
  for (const element of all('.call *, .foot *, .note *, .closing *, .onward *')) {
    if (element.closest('svg') || getComputedStyle(element).display === 'inline') continue;
    if (element.scrollWidth > element.clientWidth + 1) faults.add(`${nameOf(element)} is cut`);
  }
  return [...faults];
};
