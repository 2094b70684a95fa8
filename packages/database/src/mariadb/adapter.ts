import { MysqlAdapter } from 'kysely';

export class MariadbAdapter extends MysqlAdapter {
  override get supportsReturning(): boolean {
    return true;
  }
}
