<?php
// Performs random actions: edits, moves, deletions, restores, uploads, protections and suppressions.
use MediaWiki\CommentStore\CommentStoreComment;
use MediaWiki\Content\ContentHandler;
use MediaWiki\Deferred\DeferredUpdates;
use MediaWiki\MediaWikiServices;
use MediaWiki\RenameUser\RenameuserSQL;
use MediaWiki\Revision\SlotRecord;
use MediaWiki\Title\Title;
use MediaWiki\User\User;

require_once getenv( 'MW_PROGRAM' ) . '/maintenance/Maintenance.php';

class RandomChanges extends Maintenance {
	private const NAMES = [ 'Heron', 'Crane', 'Stork', 'Ibis', 'Egret', 'Bittern', 'Rail', 'Coot', 'Grebe', 'Loon', 'Tern', 'Gull' ];
	private const USERS = [ 'Pella', 'Ada', 'Bo', 'Cleo' ];

	public function __construct() {
		parent::__construct();
		$this->addOption( 'seed', '', true, true );
		$this->addOption( 'count', '', true, true );
	}

	public function execute() {
		mt_srand( (int)$this->getOption( 'seed' ) );
		for ( $i = (int)$this->getOption( 'count' ); $i > 0; $i-- ) {
			$action = $this->pick( [ 'edit', 'edit', 'edit', 'edit', 'edit', 'edit', 'move', 'move', 'delete', 'restore', 'restore', 'restore',
				'upload', 'protect', 'hide', 'hideEntry', 'redirect', 'template', 'account', 'merge', 'rename', 'suppress', 'deleteFile', 'restoreSome' ] );
			$changes = MediaWikiServices::getInstance()->getDBLoadBalancerFactory();
			try {
				$this->$action();
				$changes->commitPrimaryChanges( __METHOD__ );
				DeferredUpdates::doUpdates();
				$changes->commitPrimaryChanges( __METHOD__ );
				$this->output( "$action\n" );
			} catch ( Throwable $e ) {
				$changes->rollbackPrimaryChanges( __METHOD__ );
				DeferredUpdates::clearPendingUpdates();
				$this->output( "$action refused: " . get_class( $e ) . ' ' . substr( $e->getMessage(), 0, 120 ) . "\n" );
			}
			MediaWikiServices::getInstance()->getLinkCache()->clear();
		}
	}

	private function pick( array $of ) {
		return $of[mt_rand( 0, count( $of ) - 1 )];
	}

	private function user( ?string $name = null ): User {
		$name ??= $this->pick( self::USERS );
		$user = MediaWikiServices::getInstance()->getUserFactory()->newFromName( $name );
		if ( !$user->isRegistered() ) {
			$user->addToDatabase();
			$entry = new ManualLogEntry( 'newusers', 'create' );
			$entry->setPerformer( $user );
			$entry->setTarget( $user->getUserPage() );
			$entry->setParameters( [ '4::userid' => $user->getId() ] );
			$entry->publish( $entry->insert() );
		}
		return $user;
	}

	private function admin(): User {
		return $this->user( 'Admin' );
	}

	private function someone(): User {
		if ( mt_rand( 0, 5 ) ) {
			return $this->user();
		}
		return MediaWikiServices::getInstance()->getUserFactory()->newAnonymous( '192.0.2.' . mt_rand( 1, 9 ) );
	}

	private function anyTitle(): Title {
		$name = $this->pick( self::NAMES );
		return $this->pick( [ Title::makeTitle( NS_MAIN, $name ), Title::makeTitle( NS_TALK, $name ), Title::makeTitle( NS_TEMPLATE, $name ),
			Title::makeTitle( NS_MAIN, "$name/Sub" ), Title::makeTitle( NS_CATEGORY, $name ) ] );
	}

	private function existing(): Title {
		$row = $this->getPrimaryDB()->newSelectQueryBuilder()->select( [ 'page_namespace', 'page_title' ] )->from( 'page' )
			->where( [ 'page_namespace' => [ 0, 1, 10, 14 ] ] )->orderBy( 'page_id' )->fetchResultSet();
		$all = iterator_to_array( $row, false );
		$one = $this->pick( $all );
		return Title::makeTitle( (int)$one->page_namespace, $one->page_title );
	}

	private function page( Title $title ) {
		return MediaWikiServices::getInstance()->getWikiPageFactory()->newFromTitle( $title );
	}

	private function text(): string {
		$parts = [ 'A bird. ', '[[%s]] ', '{{%s}} ', '[[Category:%s]] ', '[[File:%s.svg]] ', '[https://birds.example/%s %s] ', '[[fr:%s]] ', "== %s ==\n",
			'{{#ifeq:1|1|[[%s/Sub]]}} ', '{{DEFAULTSORT:%s}} ', '[[Talk:%s|talk]] ', '{{#ifexist:%s|[[Category:Seen]]|[[Category:Unseen]]}} ', "Ünïcödé %s\n" ];
		$text = '';
		for ( $i = mt_rand( 1, 6 ); $i > 0; $i-- ) {
			$text .= str_replace( '%s', $this->pick( self::NAMES ), $this->pick( $parts ) );
		}
		return $text . mt_rand();
	}

	private function save( Title $title, string $text, User $by, int $flags = 0 ): void {
		$updater = $this->page( $title )->newPageUpdater( $by );
		$updater->setContent( SlotRecord::MAIN, ContentHandler::makeContent( $text, $title ) );
		$updater->saveRevision( CommentStoreComment::newUnsavedComment( 'because ' . $this->pick( self::NAMES ) . ' ' . mt_rand( 0, 20 ) ), $flags );
	}

	private function edit(): void {
		$this->save( mt_rand( 0, 2 ) ? $this->existing() : $this->anyTitle(), $this->text(), $this->someone(), mt_rand( 0, 3 ) ? 0 : EDIT_MINOR );
	}

	private function redirect(): void {
		$this->save( $this->anyTitle(), '#REDIRECT [[' . $this->anyTitle()->getPrefixedText() . $this->pick( [ '', '#Part' ] ) . ']]', $this->user() );
	}

	private function template(): void {
		$this->save( Title::makeTitle( NS_TEMPLATE, $this->pick( self::NAMES ) ), $this->text() . $this->pick( [ '', '<noinclude>[[Noted]]</noinclude>' ] ), $this->user() );
	}

	private function move(): void {
		$mover = MediaWikiServices::getInstance()->getMovePageFactory()->newMovePage( $this->existing(), $this->anyTitle() );
		$this->check( $mover->move( $this->admin(), 'moved', (bool)mt_rand( 0, 1 ) ) );
	}

	private function delete(): void {
		$page = $this->page( $this->existing() );
		$this->check( MediaWikiServices::getInstance()->getDeletePageFactory()->newDeletePage( $page, $this->admin() )->forceImmediate( true )->deleteUnsafe( 'gone' ) );
	}

	private function deletedTitle(): Title {
		$rows = iterator_to_array( $this->getPrimaryDB()->newSelectQueryBuilder()->select( [ 'ar_namespace', 'ar_title' ] )->distinct()->from( 'archive' )->fetchResultSet(), false );
		$one = $this->pick( $rows );
		return Title::makeTitle( (int)$one->ar_namespace, $one->ar_title );
	}

	private function restore(): void {
		$page = $this->page( $this->deletedTitle() );
		$this->check( MediaWikiServices::getInstance()->getUndeletePageFactory()->newUndeletePage( $page, $this->admin() )->undeleteUnsafe( 'back' ) );
	}

	private function restoreSome(): void {
		$title = $this->deletedTitle();
		$times = $this->getPrimaryDB()->newSelectQueryBuilder()->select( 'ar_timestamp' )->from( 'archive' )
			->where( [ 'ar_namespace' => $title->getNamespace(), 'ar_title' => $title->getDBkey() ] )->fetchFieldValues();
		$undelete = MediaWikiServices::getInstance()->getUndeletePageFactory()->newUndeletePage( $this->page( $title ), $this->admin() );
		$this->check( $undelete->setUndeleteOnlyTimestamps( [ $this->pick( $times ) ] )->undeleteUnsafe( 'some of it' ) );
	}

	private function upload(): void {
		$name = $this->pick( self::NAMES ) . '.svg';
		$path = tempnam( wfTempDir(), 'random' );
		file_put_contents( $path, '<svg xmlns="http://www.w3.org/2000/svg" width="' . mt_rand( 1, 99 ) . '" height="' . mt_rand( 1, 99 ) . '"/>' );
		$file = MediaWikiServices::getInstance()->getRepoGroup()->getLocalRepo()->newFile( $name );
		$props = ( new MWFileProps( MediaWikiServices::getInstance()->getMimeAnalyzer() ) )->getPropsFromPath( $path, 'svg' );
		$this->check( $file->upload( $path, 'up', $this->text(), 0, $props, false, $this->user() ) );
		unlink( $path );
	}

	private function deleteFile(): void {
		$old = null;
		$file = MediaWikiServices::getInstance()->getRepoGroup()->getLocalRepo()->newFile( $this->pick( self::NAMES ) . '.svg' );
		$file->load( IDBAccessObject::READ_LATEST );
		if ( !$file->exists() ) {
			throw new RuntimeException( 'no file' );
		}
		$this->check( FileDeleteForm::doDelete( $file->getTitle(), $file, $old, 'gone', false, $this->admin() ) );
	}

	private function protect(): void {
		$cascade = false;
		$title = $this->existing();
		$this->check( $this->page( $title )->doUpdateRestrictions( [ 'edit' => $this->pick( [ 'sysop', 'autoconfirmed', '' ] ), 'move' => $this->pick( [ 'sysop', '' ] ) ],
			[ 'edit' => $this->pick( [ 'infinity', '20991231235959' ] ), 'move' => 'infinity' ], $cascade, 'safe', $this->admin() ) );
	}

	private function hide( bool $suppress = false ): void {
		$rows = iterator_to_array( $this->getPrimaryDB()->newSelectQueryBuilder()->select( [ 'rev_id', 'page_namespace', 'page_title' ] )->from( 'revision' )
			->join( 'page', null, 'page_id = rev_page and page_latest <> rev_id' )->orderBy( 'rev_id' )->fetchResultSet(), false );
		$one = $this->pick( $rows );
		$title = Title::makeTitle( (int)$one->page_namespace, $one->page_title );
		$this->check( RevisionDeleter::createList( 'revision', $this->context(), $title, [ (int)$one->rev_id ] )->setVisibility(
			[ 'value' => $this->bits( $suppress ), 'comment' => 'hidden', 'perItemStatus' => true ] ) );
	}

	private function bits( bool $suppress ): array {
		return [ 1 => mt_rand( 0, 1 ), 2 => mt_rand( 0, 1 ), 4 => mt_rand( 0, 1 ), 8 => (int)$suppress ];
	}

	private function suppress(): void {
		$this->hide( true );
	}

	private function hideEntry(): void {
		$ids = $this->getPrimaryDB()->newSelectQueryBuilder()->select( 'log_id' )->from( 'logging' )->where( [ 'log_type' => [ 'delete', 'move', 'protect' ] ] )->fetchFieldValues();
		$title = SpecialPage::getTitleFor( 'Log' );
		$this->check( RevisionDeleter::createList( 'logging', $this->context(), $title, [ (int)$this->pick( $ids ) ] )->setVisibility(
			[ 'value' => $this->bits( false ), 'comment' => 'hidden', 'perItemStatus' => true ] ) );
	}

	private function context(): RequestContext {
		$context = new RequestContext();
		$context->setUser( $this->admin() );
		return $context;
	}

	private function account(): void {
		$this->user( 'Bird ' . mt_rand( 1, 1000 ) );
	}

	private function rename(): void {
		$ids = $this->getPrimaryDB()->newSelectQueryBuilder()->select( 'user_name' )->from( 'user' )->where( "user_name like 'Bird%'" )->fetchFieldValues();
		$old = $this->pick( $ids );
		$this->save( $this->anyTitle(), $this->text(), $this->user( $old ) );
		$new = 'Bird ' . mt_rand( 1001, 9999 );
		$rename = new RenameuserSQL( $old, $new, $this->user( $old )->getId(), $this->admin(), [ 'reason' => 'renamed' ] );
		if ( !$rename->rename() ) {
			throw new RuntimeException( 'not renamed' );
		}
	}

	private function merge(): void {
		$merge = MediaWikiServices::getInstance()->getMergeHistoryFactory()->newMergeHistory( $this->existing(), $this->existing(), null );
		$this->check( $merge->merge( $this->admin(), 'merged' ) );
	}

	private function check( $status ): void {
		if ( !$status->isOK() ) {
			throw new RuntimeException( json_encode( array_map( static fn ( $m ) => $m->getKey(), $status->getMessages() ) ) );
		}
	}
}

$maintClass = RandomChanges::class;
require_once RUN_MAINTENANCE_IF_MAIN;
