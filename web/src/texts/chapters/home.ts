import texts from '$texts/nl.toml?home';
import { addChapter } from '../texts.svelte';

addChapter(texts);
