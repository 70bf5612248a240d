import { startPage } from './start-page.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root !== null) void startPage(root);
